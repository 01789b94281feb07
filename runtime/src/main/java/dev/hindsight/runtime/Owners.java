package dev.hindsight.runtime;

import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Who may touch which array, and the static fields of the program, without the turn.
 *
 * <p>A part of an array belongs to one thread, or is shared for reading. Only a thread that has its turn changes that, and if the
 * part belongs to another one that runs beside, it first has that one come back: at a place that is counted, so that a replay
 * stops it there. A thread that runs beside and comes to what is not its own needs its turn. So what a thread finds to be
 * its own depends on nothing but what it and the turns before did, and each replay finds the same.
 *
 * <p>An array has no room for this. What belongs to whom stands in a table, and where in it follows from the array's identity hash,
 * which we give it: it names the thread that made the array, or touched it first, to which it belongs as long as the table says nothing.
 * Arrays of one thread that meet in the table belong together.
 */
public final class Owners {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Belongs to nobody: the JDK may have kept it. */
    private static final int NOBODY = Integer.MAX_VALUE;

    private static final int SLOT_BITS = 14;
    private static final int SLOTS = (1 << SLOT_BITS) - 1;
    private static final int MAKER_SHIFT = 25;
    /** Stands for the JDK, and for threads beyond it. */
    private static final int LAST_MAKER = 63;

    private static final int RANDOM = (1 << MAKER_SHIFT) - 1;
    /** As which an array is divided at most: this many bits of parts. */
    private static final int PART_BITS = 6;

    private static final int STEP = 0x9E3779B1;
    /** How often to look for a thread to come back before others get the processor. */
    private static final int SPINS = 1000;

    /** Whether threads run beside each other, and have to ask. */
    private static boolean sharing;

    /** By maker and slot: above 0 the thread to which it belongs, below 0 since when it is shared for reading; 0 says nothing. */
    private static int[] states;

    /** Grows whenever something becomes shared for reading. */
    private static int epoch;

    /** The same for the static fields of all classes: 0, or below 0 since when they are shared for reading. */
    private static int statics;

    private static int numbers;

    private Owners() {}

    /** From now on is kept what the JDK has. */
    public static void prepare() {
        states = new int[LAST_MAKER + 1 << SLOT_BITS];
    }

    /** From now on threads have to ask. */
    public static void start() {
        sharing = true;
    }

    /** Nobody asks any more. */
    static void stop() {
        sharing = false;
    }

    /** Since when something must be shared for reading, so that a thread that goes beside now may read it. */
    static int epoch() {
        return epoch;
    }

    // ---- what instrumented code calls

    public static void readElement(Object array, int index) {
        if (sharing && array != null) {
            EventSink lane = Hooks.current();
            if (lane != null) {
                int owner = owner(array, index);
                if (owner != lane.owner && (owner >= 0 || -owner > lane.readable)) {
                    settle(lane, array, index, false);
                }
            }
        }
    }

    public static void writeElement(Object array, int index) {
        if (sharing && array != null) {
            EventSink lane = Hooks.current();
            if (lane != null && owner(array, index) != lane.owner) {
                settle(lane, array, index, true);
            }
        }
    }

    /** An array has been made by the current thread. */
    public static void made(Object array) {
        EventSink lane = sharing ? Hooks.current() : null;
        if (lane != null && lane.muted == 0) {
            made(lane, array);
        }
    }

    private static void made(EventSink lane, Object array) {
        Vm.giveHash(array, hash(lane.owner, lane.arrays++));
        if (array instanceof Object[] elements
                && array.getClass().getComponentType().isArray()) {
            for (Object element : elements) {
                if (element != null) {
                    made(lane, element);
                }
            }
        }
    }

    /** A method gets this, which may be an array, and reads or writes it, but does not keep it; the current thread has its turn. */
    public static void used(Object object) {
        EventSink lane = ThreadHooks.besides() > 0 && sharing && isArray(object) ? Hooks.current() : null;
        if (lane != null && lane.muted == 0) {
            int size = partSize(object);
            int length = length(object);
            for (long i = 0; i < length; i += size) {
                if (owner(object, (int) i) != lane.owner) {
                    settle(lane, object, (int) i, true);
                }
            }
        }
    }

    /** A method of the JDK gets or returns this, which may be an array, and may keep it; the current thread has its turn. */
    public static void kept(Object object) {
        EventSink lane = isArray(object) ? Hooks.current() : null;
        if (lane != null && lane.muted == 0) {
            used(object);
            Vm.giveHash(object, hash(LAST_MAKER, numbers));
            int hash = hash(object);
            if (hash == 0) {
                // Whoever touches it needs the turn as long as this is so.
                return;
            }
            numbers++;
            int size = partSize(object);
            int length = length(object);
            for (long i = 0; i < length; i += size) {
                states[slot(hash, object, (int) i)] = NOBODY;
            }
        }
    }

    private static boolean isArray(Object object) {
        return object != null && object.getClass().isArray();
    }

    public static void readStatics() {
        if (sharing) {
            EventSink lane = Hooks.current();
            if (lane != null && (statics == 0 || -statics > lane.readable)) {
                shareStatics(lane);
            }
        }
    }

    /** The current thread, which has its turn, is about to write a static field, or may be. */
    public static void writeStatics() {
        if (sharing && statics != 0) {
            EventSink lane = Hooks.current();
            if (lane != null && lane.muted == 0) {
                recallAll(lane);
                statics = 0;
            }
        }
    }

    // ---- with the turn

    @DontInline
    private static void shareStatics(EventSink lane) {
        if (lane.muted != 0) {
            return;
        }
        ThreadHooks.needTurn();
        if (statics == 0) {
            statics = - ++epoch;
        }
    }

    @DontInline
    private static void settle(EventSink lane, Object array, int index, boolean writes) {
        if (lane.muted != 0) {
            return;
        }
        ThreadHooks.needTurn();
        int hash = hash(array);
        if (hash == 0) {
            first(lane, array);
            return;
        }
        int owner = owner(array, index);
        if (owner == lane.owner || owner == NOBODY || owner < 0 && !writes) {
            return;
        }
        if (owner < 0) {
            recallAll(lane);
        } else {
            recall(lane, owner);
        }
        states[slot(hash, array, index)] = writes ? lane.owner : - ++epoch;
    }

    /** Nobody has touched the array yet, or its header tells nothing since somebody is inside its monitor. */
    private static void first(EventSink lane, Object array) {
        Vm.giveHash(array, hash(lane.owner, numbers++));
        if (hash(array) == 0) {
            recallAll(lane);
        }
    }

    private static void recallAll(EventSink lane) {
        for (EventSink other : Hooks.all()) {
            if (other != null) {
                recall(lane, other);
            }
        }
    }

    private static void recall(EventSink lane, int owner) {
        for (EventSink other : Hooks.all()) {
            if (other != null && other.owner == owner) {
                recall(lane, other);
            }
        }
    }

    /** Has a thread that runs beside come back, and waits until it has. */
    private static void recall(EventSink lane, EventSink other) {
        if (other == lane || !other.beside) {
            return;
        }
        if (!lane.replays()) {
            other.recalled = true;
        }
        lane.mute();
        try {
            for (int looks = 0; !other.arrived && sharing; looks++) {
                if (looks < SPINS) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
        } finally {
            lane.unmute();
        }
    }

    // ---- where it stands

    /** To whom a part of an array belongs, or, below 0, since when it is shared for reading. */
    private static int owner(Object array, int index) {
        int hash = hash(array);
        if (hash == 0) {
            return NOBODY;
        }
        int state = states[slot(hash, array, index)];
        int maker = hash >>> MAKER_SHIFT;
        return state != 0 ? state : maker == LAST_MAKER ? NOBODY : maker;
    }

    private static int hash(Object array) {
        return Vm.plainHash(UNSAFE.getLong(array, 0L));
    }

    private static int hash(int owner, int number) {
        return Math.min(owner, LAST_MAKER) << MAKER_SHIFT | number * STEP & RANDOM;
    }

    private static int slot(int hash, Object array, int index) {
        return hash >>> MAKER_SHIFT << SLOT_BITS | hash + (index >>> partShift(array)) & SLOTS;
    }

    private static int length(Object array) {
        return Array.getLength(array);
    }

    private static int partShift(Object array) {
        return Math.max(Integer.SIZE - Integer.numberOfLeadingZeros(length(array)) - PART_BITS, 0);
    }

    private static int partSize(Object array) {
        return 1 << partShift(array);
    }
}
