package dev.hindsight.trace;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/**
 * Lets Jazzer look for inputs that no test has, led by coverage.
 *
 * <p>Not part of the build: {@code JAZZER_FUZZ=1 mvn -pl trace -Pfuzz test -Dtest=CoverageFuzzTest#events}. Jazzer begins with
 * the inputs that {@link KeptInputsTest} reads and puts those that find a bug next to them.
 */
class CoverageFuzzTest {
    private static final NativeTable TABLE = table();

    private static NativeTable table() {
        try {
            return NativeTable.parse(SampleRecording.TABLE);
        } catch (CorruptRecordingException e) {
            throw new IllegalStateException(e);
        }
    }

    @FuzzTest(maxDuration = "4m")
    void events(byte[] input) throws IOException {
        FuzzTargets.events(input, TABLE);
    }

    @FuzzTest(maxDuration = "4m")
    void log(byte[] input) throws IOException {
        FuzzTargets.log(input, TABLE);
        FuzzTargets.log(LogBytes.reseal(input.clone()), TABLE);
    }

    @FuzzTest(maxDuration = "4m")
    void classes(byte[] input) throws IOException {
        FuzzTargets.classes(input);
        FuzzTargets.classes(ClassStoreBytes.reseal(input.clone()));
    }

    @FuzzTest(maxDuration = "4m")
    void text(byte[] input) {
        FuzzTargets.text(input);
    }
}
