package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native methods of the program's own. */
class JniTest {
    private static final int DIVERGED = 125;

    @TempDir
    Path directory;

    private Workbench bench;

    @BeforeEach
    void prepare() throws IOException {
        bench = new Workbench(directory);
    }

    @Test
    void resultsAndChangesAreReplayedWithoutTheLibrary() throws Exception {
        for (Jdk jdk : Jdk.find()) {
            Path library = compile(jdk);
            Path recording = bench.path("recording-" + jdk.version());
            Result recorded = bench.record(recording, command(jdk, library));
            assertThat(recorded.exitCode()).as(recorded.text()).isZero();
            assertThat(err(recorded)).doesNotContain("hindsight: WARNING");
            assertThat(out(recorded))
                    .doesNotContain("hindsight")
                    .contains("at NativeCode.fail(Native Method) and NativeCode.main(NativeCode.java:")
                    .contains("'int NativeCode.missing(java.lang.String)'")
                    .contains("static native int NativeCode.pid()");
            Files.delete(library);
            for (int i = 0; i < 3; i++) {
                assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
            }
        }
    }

    @Test
    void anObjectThatCannotBeMadeAgainIsSaidAndStopsTheReplay() throws Exception {
        Result check = recordAndCheck("object", "NativeCode.object returned an object of class java.util.ArrayList");
        assertThat(out(check)).doesNotContain("\n[]\n");
    }

    @Test
    void javaCodeThatANativeCallsIsSaidAndStopsTheReplay() throws Exception {
        recordAndCheck("callBack", "NativeCode.callBack called Java code");
    }

    private Result recordAndCheck(String what, String said) throws IOException, InterruptedException {
        Path library = compile(Jdk.running());
        Path recording = bench.path("recording");
        Result recorded = bench.record(recording, command(Jdk.running(), library, what));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(err(recorded)).contains(said, "which this version cannot replay");
        Result check = bench.runTool("replay", "--check", recording.toString());
        assertThat(check.exitCode()).as(check.text()).isEqualTo(DIVERGED);
        assertThat(err(check)).contains(said);
        return check;
    }

    private List<String> command(Jdk jdk, Path library, String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(library.toString()));
        words.addAll(List.of(more));
        String text = Files.readString(Checkout.programs().resolve("jni/NativeCode.java"));
        return bench.program(jdk, List.of(), "NativeCode", text, words.toArray(new String[0]));
    }

    private Path compile(Jdk jdk) throws IOException, InterruptedException {
        Path library = bench.path("libnatives.so");
        Path include = jdk.home().resolve("include");
        assumeTrue(Files.exists(include.resolve("jni.h")), "JDK " + jdk.version() + " has no jni.h");
        List<String> words = List.of(
                "cc",
                "-shared",
                "-fPIC",
                "-I" + include,
                "-I" + include.resolve("linux"),
                "-o",
                library.toString(),
                Checkout.programs().resolve("jni/natives.c").toString());
        try {
            Process compiler = new ProcessBuilder(words).inheritIO().start();
            assertThat(compiler.waitFor()).isZero();
        } catch (IOException e) {
            assumeTrue(false, "there is no C compiler, so natives of programs are not tested: " + e.getMessage());
        }
        return library;
    }
}
