package dev.hindsight.runtime;

import java.lang.reflect.Array;
import java.util.Arrays;
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

    /** Its parts belong to different threads. */
    private static final int DIVIDED = Integer.MIN_VALUE;

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

    /**
     * By maker and slot: above 0 the thread to which an array belongs, below 0 since when it is shared for reading, or that it is
     * divided; 0 says nothing.
     */
    private static int[] states;

    /** The threads that have made arrays, by the number in the hashes of these. */
    private static int[] makers;

    /** The same for the parts of those that are divided. */
    private static int[][] parts;

    /** Grows whenever something becomes shared for reading. */
    private static int epoch;

    /** What was shared for reading before all threads went beside that are there now. Each of these may read it. */
    private static int oldest;

    /** The same for the static fields of all classes: 0, or below 0 since when they are shared for reading. */
    private static int statics;

    private static int numbers;

    private Owners() {}

    /** From now on is kept what the JDK has. */
    public static void prepare() {
        states = new int[LAST_MAKER + 1 << SLOT_BITS];
        parts = new int[states.length][];
        makers = new int[LAST_MAKER + 1];
        makers[LAST_MAKER] = NOBODY;
    }

    /** From now on threads have to ask. */
    public static void start() {
        sharing = true;
    }

    /** Nobody asks any more. */
    static void stop() {
        sharing = false;
    }

    static boolean isSharing() {
        return sharing;
    }

    /** Whether something is shared so long that all threads know of it that are beside others. */
    static boolean isKnownToAll(int since) {
        return since > 0 && since <= oldest;
    }

    /** Something is shared from now on. */
    static int newEpoch() {
        return ++epoch;
    }

    /** Since when something must be shared for reading, so that a thread that goes beside now may read it. */
    static int epoch() {
        return epoch;
    }

    /**
     * Whether it matters whose something is. While nobody runs beside, whoever runs has its turn, and all it touches comes before what
     * a thread does that goes beside later.
     */
    private static boolean isAsked() {
        return ThreadHooks.besides() != 0 && sharing;
    }

    // ---- what instrumented code calls

    public static void readElement(Object array, int index) {
        if (ThreadHooks.besides() != 0 && array != null) {
            int owner = owner(array, index);
            if (owner != (int) Vm.threadId(Thread.currentThread()) && (owner > 0 || -owner > oldest)) {
                use(array, index, false);
            }
        }
    }

    public static void writeElement(Object array, int index) {
        if (ThreadHooks.besides() != 0
                && array != null
                && owner(array, index) != (int) Vm.threadId(Thread.currentThread())) {
            use(array, index, true);
        }
    }

    @DontInline
    private static void use(Object array, int index, boolean writes) {
        EventSink lane = sharing ? Hooks.current() : null;
        if (lane != null && !isOwn(lane, owner(array, index), writes)) {
            settle(lane, array, index, writes);
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
        Vm.giveHash(array, hash(lane, lane.arrays++));
        if (array instanceof Object[] elements
                && array.getClass().getComponentType().isArray()) {
            for (Object element : elements) {
                if (element != null) {
                    made(lane, element);
                }
            }
        }
    }

    /**
     * Before a loop that uses arrays, and does nothing meanwhile at which others could get them.
     *
     * @param writes by bits, which it writes
     */
    public static void useAll(Object one, Object two, Object three, Object four, int writes) {
        EventSink lane = isAsked() ? Hooks.current() : null;
        if (lane != null) {
            boolean own = isOwn(lane, one, (writes & 1) != 0)
                    && isOwn(lane, two, (writes & 2) != 0)
                    && isOwn(lane, three, (writes & 4) != 0)
                    && isOwn(lane, four, (writes & 8) != 0);
            if (!own) {
                takeAll(lane, one, two, three, four, writes);
            }
        }
    }

    private static boolean isOwn(EventSink lane, Object array, boolean writes) {
        if (array == null) {
            return true;
        }
        return isOwn(lane, owner(array), writes);
    }

    private static boolean isOwn(EventSink lane, int owner, boolean writes) {
        return owner == lane.word || !writes && owner < 0 && -owner <= lane.readable;
    }

    @DontInline
    private static void takeAll(EventSink lane, Object one, Object two, Object three, Object four, int writes) {
        settleAll(lane, one, (writes & 1) != 0);
        settleAll(lane, two, (writes & 2) != 0);
        settleAll(lane, three, (writes & 4) != 0);
        settleAll(lane, four, (writes & 8) != 0);
    }

    /** An element of an array, if there is such an element. */
    public static Object row(Object[] rows, int index) {
        return rows != null && index >= 0 && index < rows.length ? rows[index] : null;
    }

    /** A method gets this, which may be an array, and reads or writes it, but does not keep it; the current thread has its turn. */
    public static void used(Object object) {
        EventSink lane = isAsked() && isArray(object) ? Hooks.current() : null;
        if (lane != null) {
            settleAll(lane, object, true);
        }
    }

    /** The same, unless it is a method of the program, which looks itself: then it is at a place that has been linked. */
    public static void usedUnless(Object object, int place) {
        if (place <= 0) {
            used(object);
        }
    }

    /** A method of the JDK gets or returns this, which may be an array, and may keep it; the current thread has its turn. */
    public static void kept(Object object) {
        EventSink lane = isArray(object) ? Hooks.current() : null;
        if (lane != null && lane.muted == 0) {
            used(object);
            Vm.giveHash(object, hash(LAST_MAKER, numbers));
            int hash = hash(object);
            // Without a hash, whoever touches it needs the turn as long as this is so.
            if (hash != 0) {
                numbers++;
                states[slot(hash)] = NOBODY;
            }
        }
    }

    // ---- objects of the program, each of which has a word: the thread to which it belongs, or below 0 since when it
    // is shared for
    // reading; 0 for those that were made when there was one thread only, or by the JDK, which all may read

    /** The word of an object that the current thread makes. */
    public static int maker() {
        return sharing ? ownWord() : 0;
    }

    private static int ownWord() {
        Thread thread = Thread.currentThread();
        if (!Vm.isVirtual(thread)) {
            return (int) Vm.threadId(thread);
        }
        EventSink lane = Hooks.current();
        return lane == null ? 0 : lane.word;
    }

    /** Whether an object with this word is not the current thread's to read. */
    public static boolean isForeign(int word) {
        return ThreadHooks.besides() != 0
                && word != (int) Vm.threadId(Thread.currentThread())
                && (word > 0 || -word > oldest)
                && isForeign(word, false);
    }

    /** Whether an object with this word is not the current thread's to write. */
    public static boolean isForeignToWrite(int word) {
        return ThreadHooks.besides() != 0 && word != (int) Vm.threadId(Thread.currentThread()) && isForeign(word, true);
    }

    @DontInline
    private static boolean isForeign(int word, boolean writes) {
        EventSink lane = sharing ? Hooks.current() : null;
        if (lane == null || lane.muted != 0 || word == lane.word) {
            return false;
        }
        return writes || word > 0 || -word > lane.readable;
    }

    /** What the word becomes when the current thread, which has its turn, reads the object. */
    public static int read(int word) {
        EventSink lane = Hooks.current();
        if (word <= 0 || word == lane.word) {
            return word;
        }
        recall(lane, word);
        return - ++epoch;
    }

    /** The same when it writes. */
    public static int written(int word) {
        EventSink lane = Hooks.current();
        if (word <= 0) {
            recallAll(lane);
        } else {
            recall(lane, word);
        }
        return lane.word;
    }

    /** Threads have gone beside others, or come back. */
    static void wentBeside() {
        int least = Integer.MAX_VALUE;
        for (EventSink other : Hooks.all()) {
            if (other != null && other.beside) {
                least = Math.min(least, other.readable);
            }
        }
        oldest = least == Integer.MAX_VALUE ? 0 : least;
    }

    /** The current thread, which has its turn, may change whatever it likes by other ways than fields and elements. */
    public static void reachesAll() {
        if (isAsked()) {
            EventSink lane = Hooks.current();
            if (lane != null && lane.muted == 0) {
                recallAll(lane);
            }
        }
    }

    private static boolean isArray(Object object) {
        return object != null && object.getClass().isArray();
    }

    public static void readStatics() {
        if (isAsked()) {
            EventSink lane = Hooks.current();
            if (lane != null && (statics == 0 || -statics > lane.readable)) {
                shareStatics(lane);
            }
        }
    }

    /** The current thread, which has its turn, is about to write a static field, or may be. */
    public static void writeStatics() {
        if (isAsked() && statics != 0) {
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
        if (lane.muted == 0) {
            ThreadHooks.needTurn();
            if (hash(array) == 0) {
                first(lane, array);
            } else {
                settlePart(lane, array, index, writes);
            }
        }
    }

    private static void settleAll(EventSink lane, Object array, boolean writes) {
        if (array == null || lane.muted != 0) {
            return;
        }
        ThreadHooks.needTurn();
        int hash = hash(array);
        if (hash == 0) {
            first(lane, array);
        } else if (states[slot(hash)] == DIVIDED) {
            recallAll(lane);
            states[slot(hash)] = taken(lane, writes);
        } else {
            settle(lane, hash, owner(array), writes);
        }
    }

    private static void settlePart(EventSink lane, Object array, int index, boolean writes) {
        int hash = hash(array);
        int slot = slot(hash);
        int owner = owner(array, index);
        if (states[slot] == DIVIDED) {
            if (wants(lane, owner, writes)) {
                parts[slot][part(array, index)] = taken(lane, writes);
            }
        } else if (writes && owner > 0 && owner != NOBODY && owner != lane.word && length(array) > 1) {
            recall(lane, owner);
            divide(slot, owner);
            parts[slot][part(array, index)] = lane.word;
        } else {
            settle(lane, hash, owner, writes);
        }
    }

    /** Who writes a part of what belongs to another one leaves the rest to it. */
    private static void divide(int slot, int owner) {
        int[] divided = new int[1 << PART_BITS];
        Arrays.fill(divided, owner);
        parts[slot] = divided;
        UNSAFE.storeFence();
        states[slot] = DIVIDED;
    }

    private static void settle(EventSink lane, int hash, int owner, boolean writes) {
        if (wants(lane, owner, writes)) {
            states[slot(hash)] = taken(lane, writes);
        }
    }

    /** Whether a thread that has its turn needs what is not its own; whoever has it is back then. */
    private static boolean wants(EventSink lane, int owner, boolean writes) {
        if (owner == lane.word || owner == NOBODY || owner < 0 && !writes) {
            return false;
        }
        if (owner < 0) {
            recallAll(lane);
        } else {
            recall(lane, owner);
        }
        return true;
    }

    private static int taken(EventSink lane, boolean writes) {
        return writes ? lane.word : - ++epoch;
    }

    /** Nobody has touched the array yet, or its header tells nothing since somebody is inside its monitor. */
    private static void first(EventSink lane, Object array) {
        Vm.giveHash(array, hash(lane, numbers++));
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
            if (other != null && other.word == owner) {
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
            Pace.recall(other.word);
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
        int slot = slot(hash);
        int state = states[slot];
        if (state == DIVIDED) {
            int[] divided = parts[slot];
            return divided == null ? NOBODY : divided[part(array, index)];
        }
        return owner(hash, state);
    }

    /** To whom all of an array belongs, or since when it is shared; nobody if it is divided. */
    private static int owner(Object array) {
        int hash = hash(array);
        int state = hash == 0 ? NOBODY : states[slot(hash)];
        return state == DIVIDED ? NOBODY : owner(hash, state);
    }

    private static int owner(int hash, int state) {
        int maker = hash >>> MAKER_SHIFT;
        return state != 0 ? state : makers[maker];
    }

    private static int hash(Object array) {
        return Vm.plainHash(UNSAFE.getLong(array, 0L));
    }

    private static int hash(EventSink lane, int number) {
        int maker = Math.min(lane.owner, LAST_MAKER);
        if (maker < LAST_MAKER) {
            makers[maker] = lane.word;
        }
        return hash(maker, number);
    }

    private static int hash(int maker, int number) {
        return maker << MAKER_SHIFT | number * STEP & RANDOM;
    }

    private static int slot(int hash) {
        return hash >>> MAKER_SHIFT << SLOT_BITS | hash & SLOTS;
    }

    private static int part(Object array, int index) {
        return index >>> partShift(array) & (1 << PART_BITS) - 1;
    }

    private static int length(Object array) {
        return Array.getLength(array);
    }

    private static int partShift(Object array) {
        return Math.max(Integer.SIZE - Integer.numberOfLeadingZeros(length(array)) - PART_BITS, 0);
    }
}
