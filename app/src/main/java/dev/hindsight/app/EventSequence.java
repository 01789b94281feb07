package dev.hindsight.app;

import dev.hindsight.trace.Event;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.Recording;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The events of all threads in the order in which they happened; what was under way at the end comes last. */
final class EventSequence implements Closeable {
    /** An event and the number of the thread it belongs to. */
    record Entry(int thread, Event event) {
        private long position() {
            return event.outcome() == Event.Outcome.UNDER_WAY ? Long.MAX_VALUE : event.order();
        }
    }

    private record Head(Entry entry, EventReader reader) {}

    private final PriorityQueue<Head> heads = new PriorityQueue<>(
            Comparator.comparingLong((Head head) -> head.entry.position()).thenComparingInt(head -> head.entry.thread));
    private final List<EventReader> readers = new ArrayList<>();

    EventSequence(Recording recording) throws IOException {
        this(recording, recording.threads());
    }

    EventSequence(Recording recording, List<Integer> threads) throws IOException {
        try {
            for (int thread : threads) {
                EventReader reader = recording.openEvents(thread);
                readers.add(reader);
                advance(thread, reader);
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void advance(int thread, EventReader reader) throws IOException {
        Event event = reader.next();
        if (event != null) {
            heads.add(new Head(new Entry(thread, event), reader));
        }
    }

    /** The next event, or null at the end. */
    Entry next() throws IOException {
        Head head = heads.poll();
        if (head == null) {
            return null;
        }
        advance(head.entry.thread, head.reader);
        return head.entry;
    }

    @Override
    public void close() throws IOException {
        for (EventReader reader : readers) {
            reader.close();
        }
    }
}
