package dev.hindsight.app;

import dev.hindsight.session.DraftDirectory;
import dev.hindsight.session.RunWatch;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Decides whether a recorded run failed.
 *
 * @param pattern what no line of its output may have
 * @param timeoutSeconds how long it may take
 */
record FailureCriteria(Optional<Pattern> pattern, OptionalLong timeoutSeconds) {
    private static final int SHOWN_CHARACTERS = 200;

    /**
     * Why the run failed, in lines of which the first says it; empty if it did not.
     *
     * @param draft has what the run printed, if it was made there; else the recording is asked
     */
    List<String> judge(Path directory, int exitCode, RunWatch.End end, Optional<DraftDirectory> draft)
            throws IOException {
        List<Recording> recordings = recordings(directory);
        List<String> lines = new ArrayList<>();
        stuck(recordings, end, lines);
        for (Recording recording : recordings) {
            new Ending(recording).unhandled().forEach(head -> lines.add("uncaught exception " + shown(head)));
        }
        if (lines.isEmpty() && exitCode != 0) {
            lines.add("exit code " + exitCode);
        }
        if (lines.isEmpty() && new Ending(recordings.get(0)).state() == Ending.State.KILLED) {
            lines.add("the program was killed");
        }
        if (lines.isEmpty() && pattern.isPresent()) {
            match(recordings, draft).ifPresent(line -> lines.add("it printed: " + shown(line)));
        }
        return lines;
    }

    /** Which threads of the run were seen to wait for each other, or for nobody, a line for each; empty if none were. */
    static List<String> stuck(Path directory) throws IOException {
        return stuck(recordings(directory));
    }

    private static List<String> stuck(List<Recording> recordings) {
        List<String> lines = new ArrayList<>();
        for (Recording recording : recordings) {
            lines.addAll(new Ending(recording).stuck());
        }
        return lines;
    }

    private void stuck(List<Recording> recordings, RunWatch.End end, List<String> lines) {
        lines.addAll(stuck(recordings));
        if (end == RunWatch.End.STANDSTILL && lines.isEmpty()) {
            lines.add("threads can never go on");
        }
        if (end == RunWatch.End.TIMEOUT) {
            lines.add("it took longer than " + timeoutSeconds.orElse(0) + " s");
            for (Recording recording : recordings) {
                lines.addAll(new Ending(recording).where());
            }
        }
    }

    /** The recording and those of further JVMs, as far as they can be read: a JVM may have been killed while it started. */
    private static List<Recording> recordings(Path directory) throws IOException {
        List<Recording> recordings = new ArrayList<>(List.of(Recording.open(directory)));
        Path children = directory.resolve(Recording.CHILDREN);
        if (Files.isDirectory(children)) {
            try (Stream<Path> entries = Files.list(children)) {
                for (Path child : entries.sorted().toList()) {
                    recordings.addAll(readable(child));
                }
            }
        }
        return recordings;
    }

    private static List<Recording> readable(Path directory) {
        try {
            return recordings(directory);
        } catch (IOException e) {
            return List.of();
        }
    }

    private Optional<String> match(List<Recording> recordings, Optional<DraftDirectory> draft) throws IOException {
        LineSearch out = new LineSearch(pattern.orElseThrow());
        LineSearch err = new LineSearch(pattern.orElseThrow());
        if (draft.isPresent()) {
            Files.copy(draft.get().out(), out);
            Files.copy(draft.get().err(), err);
        } else {
            for (Recording recording : recordings) {
                new StreamContent(recording).writePrinted(out, err);
            }
        }
        Optional<String> found = out.found().or(err::found);
        boolean unknown = found.isEmpty() && (out.isTooDeep() || err.isTooDeep());
        return unknown
                ? Optional.of("a line for which the expression goes too deep; write it without a repeated group")
                : found;
    }

    private static String shown(String text) {
        String line = Printable.line(text);
        return line.length() > SHOWN_CHARACTERS ? line.substring(0, SHOWN_CHARACTERS) + "…" : line;
    }
}
