package dev.hindsight.e2e;

import dev.hindsight.trace.Event;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.NativeTable;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/** Which rows of the table of natives the recorded programs have events of. */
final class ReachedRows {
    private static final Set<Integer> REACHED = new ConcurrentSkipListSet<>();

    private ReachedRows() {}

    static void add(Path recording) throws IOException {
        if (Files.notExists(recording.resolve(Recording.MANIFEST))) {
            return;
        }
        Recording opened = Recording.open(recording);
        for (int thread : opened.threads()) {
            try (EventReader events = opened.openEvents(thread)) {
                for (Event event = events.next(); event != null; event = events.next()) {
                    REACHED.add(event.row().id());
                }
            }
        }
    }

    /** Says how many rows were reached, and which were not; all of it goes to a file, too. */
    static void report() throws IOException {
        Set<String> missing = new TreeSet<>();
        int recorded = 0;
        for (NativeRow row : NativeTable.current().rows()) {
            if (row.treatment() == NativeRow.Treatment.IN_PLACE || row.treatment() == NativeRow.Treatment.BY_CALL) {
                recorded++;
                if (!REACHED.contains(row.id())) {
                    missing.add(row.owner() + "." + row.signature());
                }
            }
        }
        Path file = Files.createDirectories(Checkout.testOutput()).resolve("rows-not-reached.txt");
        Files.write(file, missing);
        System.out.println("Rows of the table of natives that the programs reached: " + (recorded - missing.size())
                + " of " + recorded + "; the others are in " + file);
    }
}
