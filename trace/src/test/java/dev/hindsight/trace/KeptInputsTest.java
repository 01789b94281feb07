package dev.hindsight.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Reads each input that once found a bug, and a valid one of each kind. */
class KeptInputsTest {
    private static final Path INPUTS =
            Path.of("src", "test", "resources", "dev", "hindsight", "trace", "CoverageFuzzTestInputs");

    @TestFactory
    List<DynamicTest> keptInputsAreReadOrRefused() throws IOException {
        try (Stream<Path> files = Files.walk(INPUTS)) {
            return files.filter(Files::isRegularFile)
                    .sorted()
                    .map(file -> DynamicTest.dynamicTest(INPUTS.relativize(file).toString(), () -> read(file)))
                    .toList();
        }
    }

    private static void read(Path file) throws IOException {
        byte[] input = Files.readAllBytes(file);
        NativeTable table = NativeTable.parse(SampleRecording.TABLE);
        switch (file.getParent().getFileName().toString()) {
            case "events" -> FuzzTargets.events(input, table);
            case "log" -> FuzzTargets.log(input, table);
            case "classes" -> FuzzTargets.classes(input);
            case "text" -> FuzzTargets.text(input);
            default -> throw new IllegalStateException("no target reads " + file);
        }
    }
}
