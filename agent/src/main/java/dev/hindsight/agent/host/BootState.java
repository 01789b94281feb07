package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.Recording;
import java.lang.reflect.Field;
import java.nio.file.FileSystems;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What chance put into the JDK before the program began: seeds, salts, counters. Captured when the program starts to run,
 * restored at the same moment of a replay.
 */
public final class BootState {
    private static final String SALTED = "java.util.ImmutableCollections";

    /** Static fields that are numbers or atomic numbers; a release that lacks one does without. */
    private static final String[][] STATICS = {
        {SALTED, "SALT32L"},
        {SALTED, "REVERSE"},
        {"java.util.concurrent.ThreadLocalRandom", "seeder"},
        {"java.util.concurrent.ThreadLocalRandom", "probeGenerator"},
        {"java.util.Random", "seedUniquifier"},
        {"java.util.SplittableRandom", "defaultGen"},
        {"java.lang.Thread", "threadInitNumber"},
        {"java.lang.invoke.InnerClassLambdaMetafactory", "counter"},
    };

    /** Whether the JVM was told of another working directory than it has; so it is at replay. */
    private static final String RESOLVES = "needToResolveAgainstDefaultDirectory";

    private static final String[] THREAD_FIELDS = {
        "threadLocalRandomSeed", "threadLocalRandomProbe", "threadLocalRandomSecondarySeed"
    };

    private BootState() {}

    /** Classes whose compiled code may hold an old value of a final field; transforming them anew drops that code. */
    public static final String[] READERS = {
        "java.util.ImmutableCollections$SetN$SetNIterator",
        "java.util.ImmutableCollections$MapN$MapNIterator",
        "java.util.ImmutableCollections$Set12",
        "java.util.ImmutableCollections$Set12$1",
        "java.util.ImmutableCollections$MapN$1",
    };

    public static Map<String, Object> capture() {
        Map<String, Object> state = new LinkedHashMap<>();
        for (String[] name : STATICS) {
            Field field = field(name[0], name[1]);
            if (field != null) {
                state.put(name[0] + "." + name[1], get(Vm.staticBase(field), Vm.staticOffset(field), field));
            }
        }
        for (String name : THREAD_FIELDS) {
            Field field = field("java.lang.Thread", name);
            if (field != null) {
                state.put(name, get(Thread.currentThread(), Vm.offset(field), field));
            }
        }
        Field resolves = field("sun.nio.fs.UnixFileSystem", RESOLVES);
        if (resolves != null) {
            state.put(RESOLVES, get(FileSystems.getDefault(), Vm.offset(resolves), resolves));
        }
        return state;
    }

    /** Restores only what is in constants, before code that holds them is dropped. */
    public static void restoreSalt(Recording recording) {
        if (recording.manifest().get("boot") instanceof Map<?, ?> state) {
            for (String[] name : STATICS) {
                if (name[0].equals(SALTED)) {
                    restore(name[0], name[1], state);
                }
            }
        }
    }

    public static void restore(Recording recording) {
        restore(recording.manifest().get("boot"));
    }

    /** @param captured what {@link #capture} gave, by way of a recording */
    public static void restore(Object captured) {
        if (!(captured instanceof Map<?, ?> state)) {
            return;
        }
        for (String[] name : STATICS) {
            restore(name[0], name[1], state);
        }
        for (String name : THREAD_FIELDS) {
            Field field = field("java.lang.Thread", name);
            if (field != null && state.get(name) instanceof Long value) {
                set(Thread.currentThread(), Vm.offset(field), field, value);
            }
        }
        Field resolves = field("sun.nio.fs.UnixFileSystem", RESOLVES);
        if (resolves != null && state.get(RESOLVES) instanceof Long value) {
            set(FileSystems.getDefault(), Vm.offset(resolves), resolves, value);
        }
    }

    private static void restore(String owner, String name, Map<?, ?> state) {
        Field field = field(owner, name);
        if (field != null && state.get(owner + "." + name) instanceof Long value) {
            set(Vm.staticBase(field), Vm.staticOffset(field), field, value);
        }
    }

    private static long get(Object base, long offset, Field field) {
        if (field.getType().isPrimitive()) {
            return Vm.getField(base, field, offset);
        }
        Object value = Vm.getReference(base, offset);
        return value instanceof AtomicLong number ? number.get() : ((AtomicInteger) value).get();
    }

    private static void set(Object base, long offset, Field field, long value) {
        if (field.getType().isPrimitive()) {
            Vm.setField(base, field, offset, value);
        } else if (Vm.getReference(base, offset) instanceof AtomicLong number) {
            number.set(value);
        } else if (Vm.getReference(base, offset) instanceof AtomicInteger number) {
            number.set((int) value);
        }
    }

    private static Field field(String owner, String name) {
        try {
            Class<?> type = Class.forName(owner, true, null);
            return type.getDeclaredField(name);
        } catch (ClassNotFoundException | NoSuchFieldException e) {
            return null;
        }
    }
}
