package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that have to do with the JDK's own recordings. */
class FlightRecordingTest {
    private static final int FAILED = 125;

    private static final String WRITER =
            """
            import java.nio.file.Path;
            import jdk.jfr.Event;
            import jdk.jfr.Name;
            import jdk.jfr.Recording;

            public class Writer {
                @Name("test.Step")
                static class Step extends Event {
                    int number;
                    String text;
                }

                public static void main(String[] args) throws Exception {
                    try (Recording recording = new Recording()) {
                        recording.enable("test.Step");
                        recording.start();
                        for (int i = 0; i < 20; i++) {
                            Step step = new Step();
                            step.begin();
                            step.number = i;
                            step.text = "step " + i;
                            step.commit();
                        }
                        recording.stop();
                        recording.dump(Path.of(args[0]));
                    }
                    System.out.println("written");
                }
            }
            """;

    private static final String READER =
            """
            import java.nio.file.Path;
            import jdk.jfr.consumer.RecordedEvent;
            import jdk.jfr.consumer.RecordingFile;

            public class Reader {
                public static void main(String[] args) throws Exception {
                    for (RecordedEvent event : RecordingFile.readAllEvents(Path.of(args[0]))) {
                        if (event.getEventType().getName().equals("test.Step")) {
                            System.out.println(event.getStartTime() + " " + event.getInt("number") + " "
                                    + event.getString("text") + " " + event.getDuration() + " "
                                    + event.getThread().getJavaName());
                        }
                    }
                }
            }
            """;

    @TempDir
    Path directory;

    private Workbench bench;

    @BeforeEach
    void prepare() throws IOException {
        bench = new Workbench(directory);
    }

    @Test
    void eventsThatAreReadFromAFileReplayWithoutIt() throws Exception {
        Path file = bench.path("steps.jfr");
        for (Jdk jdk : Jdk.find()) {
            assertThat(bench.run(bench.program("Writer", WRITER, file.toString()))
                            .exitCode())
                    .isZero();
            Path recording = bench.path("recording-" + jdk.feature());
            Result recorded = bench.record(recording, bench.program(jdk, List.of(), "Reader", READER, file.toString()));
            assertThat(out(recorded)).contains(" 19 step 19 ", " main");
            Files.delete(file);
            assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
        }
    }

    @Test
    void oneThatTheProgramBeginsIsSaidAndStopsTheReplay() throws Exception {
        Path recording = bench.path("recording");
        Result recorded = bench.record(
                recording,
                bench.program("Writer", WRITER, bench.path("steps.jfr").toString()));
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        assertThat(out(recorded)).isEqualTo("written\n");
        assertThat(err(recorded)).contains("WARNING: JVM.createJFR was called, which this version cannot replay");
        Result replayed = bench.runTool("replay", "--check", recording.toString());
        assertThat(replayed.exitCode()).as(replayed.text()).isEqualTo(FAILED);
        assertThat(Workbench.requireOneLine(replayed)).contains("JVM.createJFR, which this version cannot replay");
    }
}
