package dev.hindsight.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.trace.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Setting SETTING =
            new Setting("JDK 17.0.15 Example", "Linux amd64, 2 processors", 2, 20, "serial");
    private static final SubjectResult STARTUP = new SubjectResult(
            Subject.STARTUP,
            1,
            List.of(round(0.05, 0.35, 0.45), round(0.05, 0.35, 0.45)),
            new RecordingSize(100, 1000, 1, 0, 0));
    private static final SubjectResult FILES = new SubjectResult(
            Subject.FILES,
            37,
            List.of(round(20.05, 21.35, 22.45), round(20.05, 21.35, 22.45)),
            new RecordingSize(5 << 20, 6 << 20, 12345, 10 << 20, 20 << 20));
    private static final SubjectResult WAITS =
            new SubjectResult(Subject.WAITS, 50, List.of(round(0.1, 0.4, 0.5)), new RecordingSize(100, 1000, 1, 10, 0));

    private static Round round(double plain, double recorded, double replayed) {
        return new Round(run(plain), run(recorded), run(replayed));
    }

    private static Measurement run(double seconds) {
        return new Measurement(seconds, seconds, 100 << 20);
    }

    @Test
    void tableShowsRatiosWithAndWithoutStartup() {
        String text = new MarkdownReport(SETTING, STARTUP, List.of(FILES, WAITS)).text();

        assertThat(text)
                .isEqualTo(
                        """
                        JDK 17.0.15 Example; Linux amd64, 2 processors; pairs: 2; runs of at least 20 s; \
                        threads: serial; ± is the 95 % confidence interval

                        | start-up: plain CPU s | recording adds | replaying adds |
                        |---|---:|---:|
                        | 0.05 | 0.300 s ± 0.000 | 0.400 s ± 0.000 |

                        | subject | load | plain CPU s | record | record without start-up | record, elapsed | replay \
                        | replay without start-up | replay, elapsed |
                        |---|---:|---:|---:|---:|---:|---:|---:|---:|
                        | files | io | 20.05 | 1.065× ± 0.000 | 1.050× ± 0.000 | 1.065× ± 0.000 | 1.120× ± 0.000 \
                        | 1.100× ± 0.000 | 1.120× ± 0.000 |
                        | waits | waiting | 0.10 | 4.000× | – | 4.000× | 5.000× | – | 5.000× |

                        | subject | read MiB | written MiB | events | log MiB | log per input byte | recording MiB \
                        | peak MiB: plain / record / replay |
                        |---|---:|---:|---:|---:|---:|---:|---:|
                        | files | 10.00 | 20.00 | 12,345 | 5.00 | 0.500 | 6.00 | 100 / 100 / 100 |
                        | waits | 0.00 | 0.00 | 1 | 0.00 | – | 0.00 | 100 / 100 / 100 |
                        """);
    }

    @Test
    void startupAloneHasNoEmptyTables() {
        String text = new MarkdownReport(SETTING, STARTUP, List.of()).text();

        assertThat(text.lines()).hasSize(5);
    }

    @Test
    void jsonHoldsEveryRunAndCanBeReadBack() throws Exception {
        String text = new JsonReport(SETTING, STARTUP, List.of(FILES, WAITS), List.of("javac: exited with 1")).text();

        Map<String, Object> object = Json.parseObject(text);
        assertThat(object).containsEntry("pairs", 2L).containsEntry("failures", List.of("javac: exited with 1"));
        assertThat((List<?>) object.get("subjects")).hasSize(2).first().satisfies(subject -> {
            Map<?, ?> files = (Map<?, ?>) subject;
            assertThat(files.get("name")).isEqualTo("files");
            assertThat(files.get("scale")).isEqualTo(37L);
            assertThat((List<?>) files.get("rounds")).hasSize(2);
        });
    }
}
