package dev.hindsight.app;

import dev.hindsight.app.report.Mark;
import dev.hindsight.trace.Event;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The last events of a recording, as they are shown beside the steps. */
final class ReportEvents {
    private static final int MOST = 50_000;
    private static final int MOST_CHARACTERS = 4 << 20;
    private static final int LONGEST = 4000;
    private static final String TURNS = "ThreadHooks.";

    private final Recording recording;
    private final Deque<Mark> last = new ArrayDeque<>();
    private int characters;
    private long leftOut;

    private ReportEvents(Recording recording) {
        this.recording = recording;
    }

    /**
     * Reads all of them and keeps the last.
     *
     * @param from the place in the order at which to begin
     */
    static ReportEvents of(Recording recording, long from) throws IOException {
        ReportEvents events = new ReportEvents(recording);
        events.read(from);
        return events;
    }

    /** In the order in which they happened. */
    List<Mark> marks() {
        return new ArrayList<>(last);
    }

    /** How many there were that had no room, all of them before those that are kept. */
    long leftOut() {
        return leftOut;
    }

    Map<Integer, String> threadNames() throws IOException {
        Map<Integer, String> names = new TreeMap<>();
        for (int thread : recording.threads()) {
            names.put(thread, recording.threadName(thread));
        }
        return names;
    }

    private void read(long from) throws IOException {
        Resources resources = new Resources(Summary.workingDirectory(recording));
        EventText text = new EventText(resources);
        try (EventSequence events = new EventSequence(recording)) {
            for (EventSequence.Entry entry = events.next(); entry != null; entry = events.next()) {
                boolean underWay = entry.event().outcome() == Event.Outcome.UNDER_WAY;
                if (underWay || entry.event().order() >= from) {
                    keep(mark(entry, text, resources));
                }
                resources.follow(entry.event());
            }
        }
    }

    private void keep(Mark mark) {
        last.add(mark);
        characters += mark.text().length();
        while (last.size() > MOST || characters > MOST_CHARACTERS) {
            characters -= last.remove().text().length();
            leftOut++;
        }
    }

    private static Mark mark(EventSequence.Entry entry, EventText text, Resources resources) {
        Event event = entry.event();
        long order = event.outcome() == Event.Outcome.UNDER_WAY ? Long.MAX_VALUE : event.order();
        String name = text.name(event);
        StringBuilder printed = new StringBuilder();
        Mark.Kind kind = name.startsWith(TURNS) ? Mark.Kind.TURN : Mark.Kind.EVENT;
        for (Transfer transfer : Transfer.of(event, resources)) {
            boolean isOutput = transfer.resource().equals(Resource.STDOUT);
            if (transfer.direction() == Transfer.Direction.WRITTEN
                    && (isOutput || transfer.resource().equals(Resource.STDERR))) {
                kind = isOutput ? Mark.Kind.OUTPUT : Mark.Kind.ERRORS;
                printed.append(new String(transfer.payload().bytes(), StandardCharsets.UTF_8));
            }
        }
        String shown = printed.isEmpty() ? text.inAndOut(event) : Printable.lines(printed.toString());
        return new Mark(
                entry.thread(),
                order,
                kind,
                name,
                shown.length() > LONGEST ? shown.substring(0, LONGEST) + "…" : shown);
    }
}
