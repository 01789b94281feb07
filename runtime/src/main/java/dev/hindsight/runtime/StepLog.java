package dev.hindsight.runtime;

import java.util.ArrayList;
import java.util.List;
import jdk.internal.misc.Unsafe;

/**
 * What the threads of a replayed program did last, step by step: which field, element or lock they used where, and with what
 * value. The program's classes call this only where a user asked for steps.
 *
 * <p>Objects are kept as they are, not by a number: a number would need an identity hash, which the program could see.
 */
public final class StepLog {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long COUNT = UNSAFE.objectFieldOffset(StepLog.class, "count");

    /** What the classes of the program have where: for each class its lines, one for itself and one for each site. */
    private static final List<String> CLASSES = new ArrayList<>();

    private static final List<Integer> FIRSTS = new ArrayList<>();
    private static final List<String> UNTOLD = new ArrayList<>();
    private static int siteCount;

    /** Null if no steps are kept. */
    private static volatile StepLog kept;

    /** How many events have passed. */
    private static volatile long place;

    /** At which step to look into the objects at hand; below 0 for none. */
    private final long lookAt;

    /** What they held then; null for nothing. */
    private volatile ObjectContents[] looked;

    private final int[] sites;
    private final Thread[] threads;
    private final Object[] targets;
    private final int[] indexes;
    private final long[] numbers;
    private final Object[] values;
    private final long[] places;
    private volatile long count;

    private StepLog(int capacity, long lookAt) {
        this.lookAt = lookAt;
        sites = new int[capacity];
        threads = new Thread[capacity];
        targets = new Object[capacity];
        indexes = new int[capacity];
        numbers = new long[capacity];
        values = new Object[capacity];
        places = new long[capacity];
    }

    /**
     * From now on steps are kept, so many at most.
     *
     * @param lookAt the number of the step at which to look into its objects; below 0 for none
     */
    public static void start(int capacity, long lookAt) {
        kept = new StepLog(capacity, lookAt);
    }

    /** Ends it and returns what was kept; null if nothing is. */
    public static StepLog stop() {
        StepLog log = kept;
        kept = null;
        return log;
    }

    /**
     * A class has hooks from now on.
     *
     * @param lines what it is, and for each site what is done there
     * @return the number of its first site
     */
    public static synchronized int addClass(String lines, int count) {
        CLASSES.add(lines);
        FIRSTS.add(siteCount);
        siteCount += count;
        return siteCount - count;
    }

    /** A class has no room for hooks. */
    public static synchronized void addUntold(String name) {
        UNTOLD.add(name);
    }

    /** The classes that have none. */
    public static synchronized List<String> untold() {
        return new ArrayList<>(UNTOLD);
    }

    /** So many events have passed. */
    public static void passed(long events) {
        if (kept != null) {
            place = events;
        }
    }

    /** How many steps there have been; 0 if none are kept. */
    public static long soFar() {
        StepLog log = kept;
        return log == null ? 0 : log.count;
    }

    // ---- what instrumented code calls

    public static void field(Object target, int value, int site) {
        add(target, -1, value, null, site);
    }

    public static void field(Object target, long value, int site) {
        add(target, -1, value, null, site);
    }

    public static void field(Object target, float value, int site) {
        add(target, -1, Float.floatToRawIntBits(value), null, site);
    }

    public static void field(Object target, double value, int site) {
        add(target, -1, Double.doubleToRawLongBits(value), null, site);
    }

    public static void field(Object target, Object value, int site) {
        add(target, -1, 0, value, site);
    }

    /** A class has been initialised, where it is. */
    public static void initialised(int site) {
        add(null, -1, 0, null, site);
    }

    /** A static field, or what a call returned. */
    public static void value(int value, int site) {
        add(null, -1, value, null, site);
    }

    public static void value(long value, int site) {
        add(null, -1, value, null, site);
    }

    public static void value(float value, int site) {
        add(null, -1, Float.floatToRawIntBits(value), null, site);
    }

    public static void value(double value, int site) {
        add(null, -1, Double.doubleToRawLongBits(value), null, site);
    }

    public static void value(Object value, int site) {
        add(null, -1, 0, value, site);
    }

    public static void element(Object array, int index, int value, int site) {
        add(array, index, value, null, site);
    }

    public static void element(Object array, int index, long value, int site) {
        add(array, index, value, null, site);
    }

    public static void element(Object array, int index, float value, int site) {
        add(array, index, Float.floatToRawIntBits(value), null, site);
    }

    public static void element(Object array, int index, double value, int site) {
        add(array, index, Double.doubleToRawLongBits(value), null, site);
    }

    public static void element(Object array, int index, Object value, int site) {
        add(array, index, 0, value, site);
    }

    /** A thread was started by the current one; there is no site for it. */
    public static void started(Thread thread) {
        add(thread, -1, 0, null, -1);
    }

    private static void add(Object target, int index, long number, Object value, int site) {
        StepLog log = kept;
        EventSink sink = log == null ? null : Hooks.current();
        if (sink != null && sink.muted == 0) {
            long step = log.put(target, index, number, value, site);
            if (step == log.lookAt) {
                sink.mute();
                try {
                    log.looked = new ObjectContents[] {ObjectContents.of(target), ObjectContents.of(value)};
                } finally {
                    sink.unmute();
                }
            }
        }
    }

    private long put(Object target, int index, long number, Object value, int site) {
        long step = UNSAFE.getAndAddLong(this, COUNT, 1);
        int at = (int) (step % sites.length);
        sites[at] = site;
        threads[at] = Thread.currentThread();
        targets[at] = target;
        indexes[at] = index;
        numbers[at] = number;
        values[at] = value;
        places[at] = place;
        return step;
    }

    // ---- what was kept

    /** What the objects of one step held, some of them null; null if there was no such step. */
    public ObjectContents[] looked() {
        return looked;
    }

    /** How many steps there were. */
    public long count() {
        return count;
    }

    /** The first of those that are kept. */
    public long first() {
        return Math.max(0, count - sites.length);
    }

    private int at(long step) {
        return (int) (step % sites.length);
    }

    /** Below 0 for the start of a thread. */
    public int site(long step) {
        return sites[at(step)];
    }

    public Thread thread(long step) {
        return threads[at(step)];
    }

    /** The object, array, lock or started thread; null for static fields. */
    public Object target(long step) {
        return targets[at(step)];
    }

    /** Of an array; below 0 for none. */
    public int index(long step) {
        return indexes[at(step)];
    }

    /** The value, or the bits of one, if it is not an object. */
    public long number(long step) {
        return numbers[at(step)];
    }

    public Object value(long step) {
        return values[at(step)];
    }

    /** How many events had passed. */
    public long place(long step) {
        return places[at(step)];
    }

    /** The instance fields that a class with hooks declares: name, descriptor, name, descriptor, … */
    static synchronized String[] fieldsOf(String className) {
        String head = "class\t".concat(className.replace('.', '/')).concat("\t");
        List<String> found = new ArrayList<>();
        for (int i = 0; i < CLASSES.size() && found.isEmpty(); i++) {
            if (CLASSES.get(i).startsWith(head)) {
                addFields(CLASSES.get(i), found);
            }
        }
        return found.toArray(new String[0]);
    }

    private static void addFields(String lines, List<String> found) {
        int start = 0;
        for (int end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', start)) {
            if (lines.startsWith("field\t", start)) {
                int middle = lines.indexOf('\t', start + 6);
                found.add(lines.substring(start + 6, middle));
                found.add(lines.substring(middle + 1, end));
            }
            start = end + 1;
        }
    }

    /** The number of a site's class. */
    public static synchronized int classOf(int site) {
        int low = 0;
        for (int high = FIRSTS.size(); high - low > 1; ) {
            int middle = low + high >>> 1;
            if (FIRSTS.get(middle) <= site) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Its lines. */
    public static synchronized String lines(int number) {
        return CLASSES.get(number);
    }

    /** The number of its first site. */
    public static synchronized int firstSite(int number) {
        return FIRSTS.get(number);
    }
}
