package dev.hindsight.session;

import dev.hindsight.trace.Event;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.ThreadMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * How far a recording goes that ends before its program did. The logs of its threads end at different moments; what can be
 * replayed ends where one of them lacks what came next.
 *
 * @param places how many places of the order of all events are there without a gap
 * @param events how many events end within
 * @param behind how many more events there are, which cannot be replayed
 */
record Reach(long places, long events, long behind) {
    /** The places that a thread takes, one after the other. */
    private static final class Places {
        private final EventReader reader;
        private Event event;
        private int position;

        Places(EventReader reader) {
            this.reader = reader;
        }

        /** False at the end of the log. */
        boolean advance() throws IOException {
            position++;
            while (event == null || position == reader.places().size()) {
                event = reader.next();
                position = 0;
                if (event == null) {
                    return false;
                }
            }
            return true;
        }

        long place() {
            return reader.places().get(position);
        }

        /** Whether an event ends here, and not only lets others run. */
        boolean isEnd() {
            return event.order() == place();
        }
    }

    /** Empty if there is nothing to be found out: the recording is whole, or of one thread, or its order is computed. */
    static Optional<Reach> of(Recording recording) throws IOException {
        boolean computed =
                ThreadMode.DETERMINISTIC.word().equals(recording.manifest().get("threads"));
        return recording.isCut() && recording.threads().size() > 1 && !computed
                ? Optional.of(measure(recording))
                : Optional.empty();
    }

    private static Reach measure(Recording recording) throws IOException {
        PriorityQueue<Places> threads = new PriorityQueue<>(Comparator.comparingLong(Places::place));
        List<EventReader> readers = new ArrayList<>();
        try {
            for (int thread : recording.threads()) {
                readers.add(recording.openEvents(thread));
                add(new Places(readers.get(readers.size() - 1)), threads);
            }
            long places = 0;
            long events = 0;
            long behind = 0;
            while (!threads.isEmpty()) {
                Places next = threads.remove();
                boolean within = next.place() == places;
                places += within ? 1 : 0;
                events += within && next.isEnd() ? 1 : 0;
                behind += !within && next.isEnd() ? 1 : 0;
                add(next, threads);
            }
            return new Reach(places, events, behind);
        } finally {
            for (EventReader reader : readers) {
                reader.close();
            }
        }
    }

    /** What the user is told who sees a replay end before the last recorded event. */
    Optional<String> note() {
        return behind == 0
                ? Optional.empty()
                : Optional.of(
                        "note: the recording has " + behind
                                + " more events, but lacks one that came before them: the logs of its threads end at different moments");
    }

    private static void add(Places thread, PriorityQueue<Places> threads) throws IOException {
        if (thread.advance()) {
            threads.add(thread);
        }
    }
}
