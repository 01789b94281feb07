package dev.hindsight.bench.subject;

/**
 * Two threads look values up in a cache of their own making, a map behind one lock, and compute what is missing; the scale
 * is thousands of lookups.
 */
public final class Cache {
    private static final int BUCKETS = 1 << 10;
    private static final int KEYS = 4000;
    private static final int MOST = 2000;

    private final Entry[] buckets = new Entry[BUCKETS];
    private int size;

    private static final class Entry {
        final int key;
        final long value;
        final Entry next;

        Entry(int key, long value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private Cache() {}

    public static void main(String[] arguments) throws InterruptedException {
        Cache cache = new Cache();
        long[] sums = new long[2];
        int lookups = 1000 * Integer.parseInt(arguments[0]);
        Team.divide(lookups, (from, to) -> {
            long sum = 0;
            for (int i = from; i < to; i++) {
                sum += cache.value((int) ((i * 2_654_435_761L >>> 7) % KEYS));
            }
            sums[from == 0 ? 0 : 1] = sum;
        });
        System.out.println("cache " + (sums[0] + sums[1]));
    }

    private long value(int key) {
        Entry found = find(key);
        if (found != null) {
            return found.value;
        }
        long value = compute(key);
        put(key, value);
        return value;
    }

    private synchronized Entry find(int key) {
        Entry entry = buckets[key % BUCKETS];
        while (entry != null && entry.key != key) {
            entry = entry.next;
        }
        return entry;
    }

    private synchronized void put(int key, long value) {
        if (size == MOST) {
            for (int i = 0; i < BUCKETS; i++) {
                buckets[i] = null;
            }
            size = 0;
        }
        buckets[key % BUCKETS] = new Entry(key, value, buckets[key % BUCKETS]);
        size++;
    }

    private static long compute(int key) {
        long value = key;
        for (int i = 0; i < 200; i++) {
            value = value * 6_364_136_223_846_793_005L + 1;
        }
        return value >>> 40;
    }
}
