import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Entries of a journal have the time in microseconds, so that they can be sorted by it. */
public class Journal {
    private static final int ENTRIES = 200;

    private record Entry(long micros, String text) {}

    private final List<Entry> entries = new ArrayList<>();

    public static void main(String[] args) {
        Journal journal = new Journal();
        for (int i = 0; i < ENTRIES; i++) {
            journal.add("order " + i + " is packed");
        }
    }

    private void add(String text) {
        Entry entry = new Entry(micros(), text);
        if (!entries.isEmpty()) {
            Entry last = entries.get(entries.size() - 1);
            if (entry.micros < last.micros) {
                throw new IllegalStateException(entry + " comes after " + last);
            }
        }
        entries.add(entry);
    }

    /** The clock of the system counts milliseconds; what is missing comes from the one of java.time. */
    private static long micros() {
        long millis = System.currentTimeMillis();
        long rest = Instant.now().getNano() / 1000 % 1000;
        return millis * 1000 + rest;
    }
}
