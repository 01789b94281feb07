package dev.hindsight.runtime;

import java.lang.ref.Cleaner;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;

/**
 * What the collector decides, as far as the program sees it: that a reference is cleared, and that one is in its queue.
 *
 * <p>Each look at a reference or a queue has a number in its thread. An event says at which look a reference was found cleared,
 * or taken from its queue; all other looks found the referent, or nothing. At replay the supervisor keeps referents alive, and
 * a reference is cleared when the program is about to look at it for the first time after the collector cleared it.
 *
 * <p>References that have a queue are told apart by their identity hashes, which are given out in the order in which they are
 * made.
 */
public final class References {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long REFERENT = UNSAFE.objectFieldOffset(Reference.class, "referent");
    private static final long TIMESTAMP = UNSAFE.objectFieldOffset(SoftReference.class, "timestamp");
    private static final Object CLOCK_BASE;
    private static final long CLOCK;
    private static final long NEXT = UNSAFE.objectFieldOffset(References.class, "next");

    /** Odd, so that different numbers stay different. */
    private static final int SPREAD = 0x2545F491;

    /** What makes a number of a reference the count again from which it came. */
    private static final int GATHER = 0x41444C71;

    private static final References COUNTER = new References();

    /** The kinds of the JDK's own references that programs see through the JDK's maps and cleaners. */
    private static final Class<?> MAP_ENTRY = find("java.util.WeakHashMap$Entry");

    private static final Class<?> CLEANABLE = find("jdk.internal.ref.CleanerImpl$PhantomCleanableRef");

    /** The queue of the cleaner that the JDK has for itself. */
    private static final Object COMMON_QUEUE = findCommonQueue();

    static {
        try {
            Field clock = SoftReference.class.getDeclaredField("clock");
            CLOCK_BASE = UNSAFE.staticFieldBase(clock);
            CLOCK = UNSAFE.staticFieldOffset(clock);
        } catch (NoSuchFieldException e) {
            throw new InternalError(e);
        }
    }

    private long next = 1;

    private References() {}

    static Class<?> find(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            // Another release may not have it; then its references are not told apart.
            return References.class;
        }
    }

    /** A reference has been made. */
    public static void made(Reference<?> reference, Object referent, ReferenceQueue<?> queue) {
        Supervisor chosen = Hooks.supervisor;
        if (chosen == null || queue == null && !chosen.keepsReferents()) {
            return;
        }
        EventSink sink = Hooks.current();
        if (sink == null || sink.muted != 0 || !isSeen(reference.getClass())) {
            return;
        }
        if (reference.getClass() == CLEANABLE && queue == COMMON_QUEUE) {
            // What the JDK has cleaned for itself: how often depends on what it keeps from class loading.
            return;
        }
        int number = 0;
        if (queue != null) {
            number = (int) Vm.getAndIncrement(COUNTER, NEXT) * SPREAD & 0x7fffffff;
            Vm.giveHash(reference, number);
        }
        if (chosen.keepsReferents()) {
            sink.mute();
            try {
                chosen.keep(reference, reference.getClass() == CLEANABLE ? null : referent, number);
            } finally {
                sink.unmute();
            }
        }
    }

    private static Object findCommonQueue() {
        Class<?> factory = find("jdk.internal.ref.CleanerFactory");
        Vm.ensureInitialized(factory);
        Object cleaner = Vm.getStatic(factory, "commonCleaner");
        Object inside = UNSAFE.getReference(cleaner, UNSAFE.objectFieldOffset(Cleaner.class, "impl"));
        return UNSAFE.getReference(inside, UNSAFE.objectFieldOffset(inside.getClass(), "queue"));
    }

    /** Those that the JDK makes for itself are looked at by code that has no hooks. */
    private static boolean isSeen(Class<?> type) {
        return type == WeakReference.class
                || type == SoftReference.class
                || type == PhantomReference.class
                || type == MAP_ENTRY
                || type == CLEANABLE
                || Finalizers.isFinalizer(type)
                || type.getModule() != Object.class.getModule();
    }

    /** What a reference refers to, whatever its class makes of that. */
    static Object referent(Reference<?> reference) {
        if (reference instanceof PhantomReference) {
            return null;
        }
        Object referent = UNSAFE.getReference(reference, REFERENT);
        if (referent != null && reference instanceof SoftReference) {
            // As if it had been asked itself: the collector goes by it.
            UNSAFE.putLong(reference, TIMESTAMP, UNSAFE.getLong(CLOCK_BASE, CLOCK));
        }
        return referent;
    }

    /** The program has looked at a reference. */
    static Object looked(Reference<?> reference, Object found) {
        EventSink sink = Hooks.current();
        if (sink == null || sink.muted != 0 || Hooks.supervisor == null) {
            return found;
        }
        sink.firstUse();
        boolean cleared = sink.findsCleared(Hooks.Rows.referenceCleared, sink.looks++, found == null);
        if (cleared && found != null) {
            reference.clear();
        }
        return cleared ? null : found;
    }

    static Reference<?> poll(ReferenceQueue<?> queue) {
        EventSink sink = Hooks.current();
        if (sink == null || sink.muted != 0 || Hooks.supervisor == null) {
            return queue.poll();
        }
        sink.firstUse();
        Reference<?> taken = sink.replays() ? null : pollMuted(sink, queue);
        if (taken != null && !isNumbered(taken)) {
            // Made by code that is not recorded, so it is in no queue at replay.
            return taken;
        }
        long look = sink.looks++;
        long number = sink.takesReference(Hooks.Rows.referenceTaken, look, number(taken));
        return taken == null && number != 0 ? numbered(sink, number) : taken;
    }

    /** Whether a reference has got a number when it was made; another one has no hash, or one that is drawn. */
    static boolean isNumbered(Reference<?> reference) {
        long count = Vm.hashIn(reference) * GATHER & 0x7fffffff;
        return count > 0 && count < COUNTER.next;
    }

    private static Reference<?> pollMuted(EventSink sink, ReferenceQueue<?> queue) {
        sink.mute();
        try {
            return Finalizers.isQueue(queue) ? Finalizers.poll() : queue.poll();
        } finally {
            sink.unmute();
        }
    }

    /** What a reference is called in the log; 0 for none. */
    static long number(Reference<?> reference) {
        return reference == null ? 0 : 1 + Vm.hashIn(reference);
    }

    /** The reference of that name. */
    static Reference<?> numbered(EventSink sink, long number) {
        sink.mute();
        try {
            return Hooks.supervisor.reference((int) (number - 1));
        } finally {
            sink.unmute();
        }
    }
}
