package dev.hindsight.app;

import dev.hindsight.trace.Recording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a recorded run ended, or that it has not yet. */
final class Ending {
    /** Between the start of a JVM and that of its recording lies less than this. */
    private static final long START_MILLIS = 120_000;
    /** The operating system tells when a process started only to some hundredths of a second. */
    private static final long CLOCK_MILLIS = 2_000;

    /** What became of the program. */
    enum State {
        ENDED,
        RUNNING,
        KILLED
    }

    private final Map<String, Object> end;
    private final State state;

    Ending(Recording recording) {
        this.end = recording.end();
        this.state = end.containsKey("exitCode") ? State.ENDED : isAlive(recording) ? State.RUNNING : State.KILLED;
    }

    private static boolean isAlive(Recording recording) {
        if (!(recording.manifest().get("pid") instanceof Long pid)
                || !(recording.manifest().get("createdMillis") instanceof Long created)) {
            return false;
        }
        // The number may belong to another process by now.
        Optional<Instant> started =
                ProcessHandle.of(pid).flatMap(handle -> handle.info().startInstant());
        return started.map(instant -> created - instant.toEpochMilli())
                .filter(age -> age > -CLOCK_MILLIS && age < START_MILLIS)
                .isPresent();
    }

    State state() {
        return state;
    }

    /** Empty unless the program ended by itself. */
    Optional<Integer> exitCode() {
        return end.get("exitCode") instanceof Long code ? Optional.of(code.intValue()) : Optional.empty();
    }

    /** Whether the program came to its end, and no signal made it. */
    boolean isByItself() {
        return state == State.ENDED && where().isEmpty();
    }

    /** Why recording stopped before the program did. */
    Optional<String> stopped() {
        return text(end.get("stopped"));
    }

    /** Whether the recorder saw that no two threads ran at the same time. */
    boolean isSequential() {
        return Boolean.TRUE.equals(end.get("sequential"));
    }

    /** The stack of the exception that ended the main thread. */
    Optional<String> exception() {
        return text(end.get("exception"));
    }

    /** Which threads could not go on, a line for each; empty if that was not seen. */
    List<String> stuck() {
        return texts("stuck");
    }

    private List<String> texts(String key) {
        return end.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** The stacks of exceptions that ended other threads, each below the thread's name. */
    List<String> uncaught() {
        List<String> stacks = new ArrayList<>();
        if (end.get("uncaught") instanceof List<?> list) {
            for (Object element : list) {
                if (element instanceof Map<?, ?> map) {
                    stacks.add("in thread " + map.get("thread") + ": " + map.get("stack"));
                }
            }
        }
        return stacks;
    }

    /** The first lines of exceptions that ended threads and for which the program had no handler, each behind the thread's name. */
    List<String> unhandled() {
        List<String> heads = new ArrayList<>();
        if (!Boolean.TRUE.equals(end.get("handled"))) {
            exception().ifPresent(stack -> heads.add("in thread main: " + head(stack)));
        }
        if (end.get("uncaught") instanceof List<?> list) {
            for (Object element : list) {
                if (element instanceof Map<?, ?> map && !Boolean.TRUE.equals(map.get("handled"))) {
                    heads.add("in thread " + map.get("thread") + ": " + head(String.valueOf(map.get("stack"))));
                }
            }
        }
        return heads;
    }

    private static String head(String stack) {
        return stack.lines().findFirst().orElse("");
    }

    /** Where the threads were when a signal ended the program, a line for each; else empty. */
    List<String> where() {
        return texts("where");
    }

    /** On one line. */
    String describe() {
        String what =
                switch (state) {
                    case RUNNING -> "still running";
                    case KILLED -> "killed";
                    case ENDED ->
                        "exit code " + exitCode().orElse(0) + kind()
                                + exceptionName().map(name -> ", " + name).orElse("");
                };
        return what
                + stopped()
                        .map(reason -> " (recording stopped early: " + reason + ")")
                        .orElse("");
    }

    private String kind() {
        String kind = String.valueOf(end.get("kind"));
        return switch (kind) {
            case "exit" -> " by System.exit";
            case "halt" -> " by Runtime.halt";
            default -> kind.startsWith("SIG") ? " by " + kind : "";
        };
    }

    private Optional<String> exceptionName() {
        return exception().flatMap(stack -> stack.lines().findFirst()).map(head -> {
            String type =
                    head.replaceFirst("^Exception in thread \"[^\"]*\" ", "").split("[:; ]", 2)[0];
            return type.substring(type.lastIndexOf('.') + 1);
        });
    }

    private static Optional<String> text(Object value) {
        return value instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }
}
