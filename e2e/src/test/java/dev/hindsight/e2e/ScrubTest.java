package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings whose secrets were replaced. */
class ScrubTest {
    private static final int DAMAGED = 3;
    private static final String SECRET = "geheim-[a-zäöü€0-9]+";

    /** Reads five bytes at a time, so that the secret comes in pieces, and writes more than a log keeps. */
    private static final String USING =
            """
            import java.io.ByteArrayOutputStream;
            import java.io.FileInputStream;
            import java.nio.charset.StandardCharsets;
            import java.nio.file.Files;
            import java.nio.file.Path;

            public class Using {
                public static void main(String[] args) throws Exception {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    byte[] piece = new byte[5];
                    try (FileInputStream in = new FileInputStream(args[0])) {
                        for (int size = in.read(piece); size > 0; size = in.read(piece)) {
                            bytes.write(piece, 0, size);
                        }
                    }
                    String text = bytes.toString(StandardCharsets.UTF_8);
                    System.out.println(text.length() + " " + text.strip() + " " + System.nanoTime());
                    System.out.println(System.getProperty("secret") + " " + args[1]);
                    Files.writeString(Path.of("copy.txt"), text.repeat(40));
                    if (args.length > 2) {
                        System.out.println(text.contains("geheim") ? "it is there" : "it is not there");
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

    private Result record(Path recording, String... more) throws IOException, InterruptedException {
        Path file = Files.writeString(bench.path("secret.txt"), "token: geheim-äb€12345 and more text behind it\n");
        List<String> command = new java.util.ArrayList<>(bench.program(
                bench.jdk(), List.of("-Dsecret=geheim-prop"), "Using", USING, file.toString(), "geheim-arg"));
        command.addAll(List.of(more));
        Result recorded = bench.record(recording, command);
        assertThat(recorded.exitCode()).as(recorded.text()).isZero();
        return recorded;
    }

    @Test
    void whatWasReadByteByByteIsSaid() throws Exception {
        Path file = Files.writeString(bench.path("secret.txt"), "token: geheim-12345\n");
        Path recording = bench.path("recording");
        bench.record(
                recording,
                bench.program(
                        bench.jdk(),
                        List.of(),
                        "Line",
                        """
                        import java.io.RandomAccessFile;

                        public class Line {
                            public static void main(String[] args) throws Exception {
                                try (RandomAccessFile file = new RandomAccessFile(args[0], "r")) {
                                    System.out.println(file.readLine().length() + " " + System.nanoTime());
                                }
                            }
                        }
                        """,
                        file.toString()));
        Result scrubbed = bench.runTool("scrub", recording.toString(), "--pattern", "geheim-[0-9]+");
        assertThat(scrubbed.exitCode()).as(scrubbed.text()).isOne();
        assertThat(err(scrubbed)).contains("replaced 0 matches", "1 match was read byte by byte, and stays as it is");
    }

    @Test
    void aDamagedRecordingIsNotCopied() throws Exception {
        Path recording = bench.path("recording");
        record(recording);
        Path log = recording.resolve("threads/0.log");
        byte[] whole = Files.readAllBytes(log);
        Files.write(log, Arrays.copyOf(whole, whole.length / 2));
        Result refused = bench.runTool("scrub", recording.toString(), "--pattern", SECRET);
        assertThat(refused.exitCode()).as(refused.text()).isEqualTo(DAMAGED);
        assertThat(err(refused)).contains("threads/0.log");
        assertThat(bench.path("recording-scrubbed")).doesNotExist();
    }

    @Test
    void whatMatchesIsReplacedAndTheCopyReplays() throws Exception {
        Path recording = bench.path("recording");
        Result recorded = record(recording);
        Result scrubbed = bench.runTool("scrub", recording.toString(), "--pattern", SECRET);
        assertThat(scrubbed.exitCode()).as(scrubbed.text()).isZero();
        assertThat(err(scrubbed)).startsWith("hindsight: replaced ").contains("see whether it still replays");
        Path copy = bench.path("recording-scrubbed");
        assertThat(out(bench.requireFaithful(copy))).isEqualTo(scrubbedOutput(out(recorded)));
        assertThat(out(bench.requireFaithful(recording))).isEqualTo(out(recorded));
        assertThat(out(bench.runTool("dump", copy.toString()))).doesNotContain("geheim");
        assertThat(out(bench.runTool("info", copy.toString()))).doesNotContain("geheim");
        try (Stream<Path> files = Files.walk(copy)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("geheim-");
            }
        }
    }

    private static String scrubbedOutput(String text) {
        return text.replace("geheim-äb€12345", "xxxxxxx×x✕xxxxx")
                .replace("geheim-prop", "xxxxxxxxxxx")
                .replace("geheim-arg", "xxxxxxxxxx");
    }

    @Test
    void aProgramThatDoesSomethingElseWithoutTheSecretDiverges() throws Exception {
        Path recording = bench.path("recording");
        record(recording, "look");
        bench.runTool("scrub", recording.toString(), "--pattern", SECRET);
        Result check = bench.runTool(
                "replay", "--check", bench.path("recording-scrubbed").toString());
        assertThat(check.exitCode()).as(check.text()).isEqualTo(125);
        assertThat(err(check))
                .contains("diverged at event", "it is not there", "a copy in which secrets were replaced");
    }

    @Test
    void whatStaysIsSaid() throws Exception {
        Path recording = bench.path("recording");
        record(recording);
        Result scrubbed = bench.runTool(
                "scrub",
                recording.toString(),
                "--pattern",
                "it is there",
                "-o",
                bench.path("copy").toString());
        assertThat(scrubbed.exitCode()).as(scrubbed.text()).isEqualTo(1);
        assertThat(err(scrubbed)).contains("replaced 0 matches", "1 class matches, too, and stays as it is");
    }

    @Test
    void mistakesAreSaid() throws Exception {
        Path recording = bench.path("recording");
        record(recording);
        Result pattern = bench.runTool("scrub", recording.toString(), "--pattern", "(");
        assertThat(pattern.exitCode()).isEqualTo(2);
        assertThat(err(pattern)).contains("is not a regular expression");
        Result exists = bench.runTool("scrub", recording.toString(), "--pattern", "x", "-o", recording.toString());
        assertThat(exists.exitCode()).isEqualTo(2);
        assertThat(err(exists)).contains("exists already");
    }
}
