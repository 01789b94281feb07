package dev.hindsight.e2e;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.io.TempDir;

/** Tests of small programs on all JDKs that were found. */
abstract class OnEachJdk {
    @TempDir
    Path directory;

    Workbench bench;
    /** Where a test that needs only one recording makes it. */
    Path recording;

    /** A test on one JDK. */
    interface Trial {
        void on(Jdk jdk) throws Exception;
    }

    @BeforeEach
    final void setUp() throws IOException {
        bench = new Workbench(directory);
        recording = bench.path("recording");
    }

    static Stream<Jdk> jdks() {
        try {
            return Jdk.find().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<DynamicTest> onEach(String what, Trial trial) {
        return jdks().map(jdk -> dynamicTest(what + " on " + jdk.feature(), () -> trial.on(jdk)));
    }
}
