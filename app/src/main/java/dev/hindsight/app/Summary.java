package dev.hindsight.app;

import dev.hindsight.session.RecordSession;
import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.FailedTest;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.Sealed;
import dev.hindsight.trace.ThreadMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What can be told about a recording without reading its events.
 *
 * @param command as the user gave it; as the JVM saw it if nobody kept that
 * @param places how far the order of its events goes, in which threads that let others run have places, too; 0 if that is not known
 * @param sizeBytes of all files, those of its children too
 * @param mode how its threads ran
 * @param chaos the seed from which it was drawn who ran when
 * @param scrubbed whether data was replaced afterwards
 * @param failedTests those that an extension of a test framework told about
 * @param failure why it was judged to have failed, if it was
 * @param warnings what the recorder noticed that a replay will not reproduce
 */
record Summary(
        String program,
        List<String> command,
        long createdMillis,
        Ending ending,
        long events,
        long places,
        long threads,
        long sizeBytes,
        int children,
        ThreadMode mode,
        OptionalLong chaos,
        boolean scrubbed,
        List<FailedTest> failedTests,
        Failure failure,
        List<String> warnings) {
    private static final String UNORDERED =
            "whose order is not recorded: the replay may diverge; record with --threads serial to replay it, or to be"
                    + " told why this JVM cannot";
    private static final String RACING =
            "whose races are not recorded: where two use one field or array without a lock, the replay may differ or"
                    + " diverge; hindsight threads names such places, and --threads serial and parallel replay them";

    static Summary of(Recording recording) throws IOException {
        Map<String, Object> end = recording.end();
        return new Summary(
                program(recording),
                command(recording),
                recording.manifest().get("createdMillis") instanceof Long millis ? millis : 0,
                new Ending(recording),
                end.get("events") instanceof Long events && !end.containsKey("stopped")
                        ? events
                        : recording.countEvents(),
                end.get("places") instanceof Long places ? places : 0,
                end.get("threads") instanceof Long threads
                        ? threads
                        : recording.threads().size(),
                size(recording.directory()),
                children(recording.directory()),
                mode(recording),
                recording.manifest().get("chaos") instanceof Long seed ? OptionalLong.of(seed) : OptionalLong.empty(),
                Boolean.TRUE.equals(recording.manifest().get("scrubbed")),
                FailedTest.of(recording),
                Failure.of(recording),
                texts(end.get("warnings")));
    }

    /** Whether threads ran beside each other. */
    boolean hasUnorderedThreads() {
        return threads > 1 && !ending.isSequential() && (!mode.takesTurns() || mode == ThreadMode.SYNC);
    }

    /** Whether the steps of threads may be counted in another order in each replay. */
    boolean hasThreadsBeside() {
        return threads > 1 && mode == ThreadMode.PARALLEL || hasUnorderedThreads();
    }

    /** What is wrong with such threads. */
    String unordered() {
        return mode == ThreadMode.SYNC ? RACING : UNORDERED;
    }

    /** Everything that the user has been warned of. */
    List<String> allWarnings() {
        List<String> all = new ArrayList<>(warnings);
        if (hasUnorderedThreads()) {
            all.add("the program used " + threads + " threads, " + unordered());
        }
        if (scrubbed) {
            all.add(
                    "parts of its data were replaced by hindsight scrub; of what the program wrote at once, 256 bytes are"
                            + " compared");
        }
        return all;
    }

    private static ThreadMode mode(Recording recording) {
        ThreadMode mode = ThreadMode.named(recording.manifest().get("threads"));
        return mode == null ? ThreadMode.FREE : mode;
    }

    static String workingDirectory(Recording recording) {
        return recording.manifest().get("workingDirectory") instanceof String directory ? directory : "";
    }

    private static String program(Recording recording) {
        Map<?, ?> launch = launch(recording);
        String target = String.valueOf(launch.get("target"));
        return switch (String.valueOf(launch.get("mode"))) {
            case "jar" -> fileName(target);
            // The target is the JDK's own class that compiles the source.
            case "source" ->
                launch.get("arguments") instanceof List<?> words && !words.isEmpty()
                        ? fileName(String.valueOf(words.get(0)))
                        : target;
            case "module" -> target;
            default -> launch.get("mainClass") instanceof String name ? name : target;
        };
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static List<String> command(Recording recording) throws IOException {
        Path file = recording.directory().resolve(RecordSession.COMMAND);
        // A full disk may have left it empty; the manifest knows the command as well.
        if (Files.exists(file) && Files.size(file) > 0) {
            return texts(Sealed.read(file).get("command"));
        }
        List<String> command = new ArrayList<>(List.of("java"));
        command.addAll(texts(launch(recording).get("vmArguments")));
        boolean source = "source".equals(launch(recording).get("mode"));
        if (launch(recording).get("target") instanceof String target && !source) {
            command.add(target);
        }
        command.addAll(texts(launch(recording).get("arguments")));
        return command;
    }

    private static List<String> texts(Object value) throws CorruptRecordingException {
        List<String> texts = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object element : list) {
                if (!(element instanceof String text)) {
                    throw new CorruptRecordingException("a list of words holds something else");
                }
                texts.add(text);
            }
        }
        return texts;
    }

    private static Map<?, ?> launch(Recording recording) {
        return recording.manifest().get("launch") instanceof Map<?, ?> launch ? launch : Map.of();
    }

    private static long size(Path directory) throws IOException {
        long total = 0;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                total += Files.size(file);
            }
        }
        return total;
    }

    private static int children(Path directory) throws IOException {
        Path children = directory.resolve(Recording.CHILDREN);
        if (!Files.isDirectory(children)) {
            return 0;
        }
        try (Stream<Path> entries = Files.list(children)) {
            return (int) entries.filter(entry -> Files.exists(entry.resolve(Recording.MANIFEST)))
                    .count();
        }
    }
}
