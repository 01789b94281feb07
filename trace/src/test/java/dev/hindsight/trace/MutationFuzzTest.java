package dev.hindsight.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads valid files that were damaged at random, the same ones in each build.
 *
 * <p>{@code -Dhindsight.fuzz=1000000} reads that many in all, {@code -Dhindsight.fuzz.seed=7} others. An input that finds a
 * bug is kept in {@code target/fuzz}; put it among the inputs of {@link KeptInputsTest}, where it stays a test.
 */
class MutationFuzzTest {
    private static final int INPUTS = Integer.getInteger("hindsight.fuzz", 2000);
    private static final long SEED = Long.getLong("hindsight.fuzz.seed", 1);

    private final List<byte[]> events = new ArrayList<>();
    private final List<byte[]> logs = new ArrayList<>();
    private final List<byte[]> classes = new ArrayList<>();
    private NativeTable table;

    /** Reads one input; throws if it finds a bug. */
    private interface Target {
        void read(byte[] input) throws IOException;
    }

    @BeforeEach
    void makeSeeds() throws IOException {
        for (int seed = 0; seed < 16; seed++) {
            SampleRecording sample = new SampleRecording(seed);
            table = sample.table();
            events.add(sample.events());
            logs.add(sample.log(0, 50 + 40 * seed));
            classes.add(sample.classes());
        }
        classes.add(ClassStoreBytes.of(ClassStoreWriter.ORDER, new byte[] {0, 1, 'a', 0, 0, 0, 1}));
    }

    @Test
    void damagedEventsAreReadOrRefused() throws IOException {
        fuzz("events", 40, events, input -> FuzzTargets.events(input, table));
    }

    @Test
    void damagedLogsAreReadOrRefused() throws IOException {
        fuzz("log", 10, logs, input -> FuzzTargets.log(input, table));
    }

    @Test
    void damagedLogsWithGoodChecksumsAreReadOrRefused() throws IOException {
        fuzz("log", 15, logs, input -> FuzzTargets.log(LogBytes.reseal(input), table));
    }

    @Test
    void damagedClassesAreReadOrRefused() throws IOException {
        fuzz("classes", 5, classes, FuzzTargets::classes);
    }

    @Test
    void damagedClassesWithGoodChecksumsAreReadOrRefused() throws IOException {
        fuzz("classes", 15, classes, input -> FuzzTargets.classes(ClassStoreBytes.reseal(input)));
    }

    @Test
    void damagedTextsAreReadOrRefused() throws IOException {
        fuzz("text", 5, bytes(SampleRecording.manifest(), SampleRecording.TABLE), FuzzTargets::text);
    }

    @Test
    void recordingsWithDamagedTextsAreReadOrRefused(@TempDir Path directory) throws IOException {
        new SampleRecording(1).writeTo(directory);
        fuzz(
                "table",
                6,
                bytes(SampleRecording.TABLE),
                input -> FuzzTargets.recording(directory, Recording.TABLE, input));
        fuzz(
                "manifest",
                2,
                bytes(SampleRecording.manifest()),
                input -> FuzzTargets.recording(directory, Recording.MANIFEST, input));
        fuzz("end", 2, bytes(SampleRecording.end()), input -> FuzzTargets.recording(directory, Recording.END, input));
    }

    private static List<byte[]> bytes(String... texts) {
        List<byte[]> all = new ArrayList<>();
        for (String text : texts) {
            all.add(text.getBytes(StandardCharsets.UTF_8));
        }
        return all;
    }

    private static void fuzz(String name, int percent, List<byte[]> seeds, Target target) throws IOException {
        for (byte[] seed : seeds) {
            target.read(seed.clone());
        }
        Mutator mutator = new Mutator(SEED, seeds);
        for (long i = 0; i < (long) INPUTS * percent / 100; i++) {
            byte[] input = mutator.next();
            try {
                target.read(input);
            } catch (IOException | RuntimeException | Error e) {
                Path file = Files.createDirectories(Path.of("target", "fuzz")).resolve(name + "-" + SEED + "-" + i);
                Files.write(file, input);
                throw new AssertionError("reading " + file + " failed", e);
            }
        }
    }
}
