package dev.hindsight.bench.subject;

/**
 * Two threads count words in a map of their own making, with a lock for each of its parts; the scale is tens of thousands
 * of words.
 */
public final class Counts {
    private static final int PARTS = 16;
    private static final int BUCKETS = 256;
    private static final int WORDS = 3000;

    private Counts() {}

    private static final class Part {
        private final Entry[] buckets = new Entry[BUCKETS];

        synchronized void add(String word, int hash) {
            Entry entry = buckets[hash / PARTS % BUCKETS];
            while (entry != null && !entry.word.equals(word)) {
                entry = entry.next;
            }
            if (entry == null) {
                entry = new Entry(word, buckets[hash / PARTS % BUCKETS]);
                buckets[hash / PARTS % BUCKETS] = entry;
            }
            entry.count++;
        }

        synchronized long sum() {
            long sum = 0;
            for (Entry first : buckets) {
                for (Entry entry = first; entry != null; entry = entry.next) {
                    sum += (long) entry.count * entry.word.hashCode();
                }
            }
            return sum;
        }
    }

    private static final class Entry {
        final String word;
        final Entry next;
        int count;

        Entry(String word, Entry next) {
            this.word = word;
            this.next = next;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        String[] words = new String[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = "word" + i * 7919;
        }
        Part[] parts = new Part[PARTS];
        for (int i = 0; i < PARTS; i++) {
            parts[i] = new Part();
        }
        Team.divide(10_000 * Integer.parseInt(arguments[0]), (from, to) -> {
            for (int i = from; i < to; i++) {
                String word = words[(int) ((i * 2_654_435_761L >>> 9) % WORDS)];
                int hash = word.hashCode() & Integer.MAX_VALUE;
                parts[hash % PARTS].add(word, hash);
            }
        });
        long sum = 0;
        for (Part part : parts) {
            sum += part.sum();
        }
        System.out.println("counts " + sum);
    }
}
