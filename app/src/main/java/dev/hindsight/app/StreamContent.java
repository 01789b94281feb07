package dev.hindsight.app;

import dev.hindsight.trace.Event;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The bytes that went through one of a recording's resources, in their order. */
final class StreamContent {
    private static final int MAX_LISTED = 40;

    private final Recording recording;
    private final String workingDirectory;

    StreamContent(Recording recording) {
        this.recording = recording;
        this.workingDirectory = Summary.workingDirectory(recording);
    }

    /** Writes what a resource delivered to the program or, if it delivered nothing, what the program wrote to it. */
    void write(String name, OutputStream out) throws IOException {
        Map<Resource, Set<Transfer.Direction>> known = list();
        String path = Resource.absolute(name, workingDirectory);
        Set<Transfer.Direction> directions = EnumSet.noneOf(Transfer.Direction.class);
        known.forEach((resource, used) -> {
            if (matches(resource, name, path)) {
                directions.addAll(used);
            }
        });
        if (directions.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, unknown(name, known.keySet()));
        }
        copy(name, path, directions.iterator().next(), out);
    }

    /** Writes what the program printed to standard output and to standard error. */
    void writePrinted(OutputStream out, OutputStream err) throws IOException {
        each(transfer -> {
            if (transfer.direction() == Transfer.Direction.WRITTEN
                    && transfer.resource().equals(Resource.STDOUT)) {
                out.write(transfer.payload().bytes());
            } else if (transfer.direction() == Transfer.Direction.WRITTEN
                    && transfer.resource().equals(Resource.STDERR)) {
                err.write(transfer.payload().bytes());
            }
        });
    }

    private static boolean matches(Resource resource, String name, String path) {
        return resource.name().equals(name) || resource.path().equals(path);
    }

    private Map<Resource, Set<Transfer.Direction>> list() throws IOException {
        Map<Resource, Set<Transfer.Direction>> known = new LinkedHashMap<>();
        each(transfer -> known.computeIfAbsent(
                        transfer.resource(), resource -> EnumSet.noneOf(Transfer.Direction.class))
                .add(transfer.direction()));
        return known;
    }

    private void copy(String name, String path, Transfer.Direction direction, OutputStream out) throws IOException {
        each(transfer -> {
            if (transfer.direction() != direction || !matches(transfer.resource(), name, path)) {
                return;
            }
            Event.Payload payload = transfer.payload();
            if (!payload.complete()) {
                throw new CommandFailure(
                        ExitCode.RECORDING,
                        "the recording holds only the first " + payload.bytes().length + " of " + payload.length()
                                + " bytes of one transfer of '" + name + "'; the output ends before it");
            }
            out.write(payload.bytes());
        });
    }

    private interface Visitor {
        void visit(Transfer transfer) throws IOException;
    }

    private void each(Visitor visitor) throws IOException {
        Resources resources = new Resources(workingDirectory);
        try (EventSequence events = new EventSequence(recording)) {
            for (EventSequence.Entry entry = events.next(); entry != null; entry = events.next()) {
                for (Transfer transfer : Transfer.of(entry.event(), resources)) {
                    visitor.visit(transfer);
                }
                resources.follow(entry.event());
            }
        }
    }

    private static String unknown(String name, Set<Resource> known) {
        if (known.isEmpty()) {
            return "no bytes went through '" + name + "', nor through any other file or stream";
        }
        List<String> paths = known.stream().map(Resource::path).distinct().toList();
        String names = paths.stream()
                .limit(MAX_LISTED)
                .map(path -> "\n  " + Printable.line(path))
                .collect(Collectors.joining());
        String more = paths.size() > MAX_LISTED ? "\n  and " + (paths.size() - MAX_LISTED) + " more" : "";
        return "no bytes went through '" + name + "'; there are:" + names + more;
    }
}
