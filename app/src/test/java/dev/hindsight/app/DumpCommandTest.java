package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.trace.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DumpCommandTest {
    private static final String INPUT = "java.io.FileInputStream";
    private static final String OUTPUT = "java.io.FileOutputStream";
    private static final String RANDOM = "java.io.RandomAccessFile";
    private static final String DISPATCHER = "sun.nio.fs.UnixNativeDispatcher";
    private static final String CHANNEL = "sun.nio.ch.FileDispatcherImpl";

    @TempDir
    Path directory;

    @BeforeEach
    void record() throws IOException {
        new SyntheticRecording(directory)
                .returned("java.lang.System", "nanoTime", 12345)
                .returned(INPUT, "open0", "data/in.txt", 4)
                .returned(INPUT, "readBytes", 4, 8192, 5, "one\u001b[")
                .returned(INPUT, "read0", 4, (int) 's')
                .returned(INPUT, "readBytes", 4, 8192, -1, "")
                .returned("java.io.FileDescriptor", "close0", 4, -1)
                .returned(DISPATCHER, "open0", "/home/u/data/in.txt", 0, 0, 4)
                .returnedIn(1, CHANNEL, "read0", 4, 10, 3, "two")
                .returned(CHANNEL, "readv0", 4, 2, 4, "four")
                .returned(CHANNEL, "pread0", 4, 8, 100, 2, "at")
                .returned("sun.nio.ch.FileChannelImpl", "map0", 4, 0, 0, 3, "map")
                .returned(DISPATCHER, "close0", 4)
                .returned(INPUT, "readBytes", 0, 10, 3, "in\n")
                .returned(OUTPUT, "writeBytes", 1, "out")
                .returned(OUTPUT, "write", 1, (int) '!')
                .returned(CHANNEL, "writev0", 1, List.of("ab", "cdef"), 3)
                .returned(OUTPUT, "open0", "/log", 0, 5)
                .returned(OUTPUT, "writeBytes", 5, "x".repeat(300))
                .returned(RANDOM, "open0", "/r", 1, 6)
                .returned(RANDOM, "readBytes", 6, 2, 2, new byte[] {(byte) 0xff, 0})
                .returned("java.io.UnixFileSystem", "checkAccess", "/r", 4, 1)
                .threw(INPUT, "open0", 1, "/gone (No such file or directory)", "/gone")
                .underWay(INPUT, "readBytes", 0, 10)
                .write();
    }

    @Test
    void eachEventIsALine() throws IOException {
        Golden.check("dump/events.txt", Cli.run("dump", directory).out());
    }

    @Test
    void aThreadAndALimitCanBeChosen() {
        assertThat(Cli.run("dump", directory, "--thread", "1").out())
                .isEqualTo("  1        0        @7  FileDispatcherImpl.read0             "
                        + "fd 4 \"/home/u/data/in.txt\", 10 -> 3 bytes \"two\"\n");
        assertThat(Cli.run("dump", directory, "--limit", "2").out()).hasLineCount(2);
        assertThat(Cli.run("dump", directory, "--thread", "9").err())
                .isEqualTo("hindsight: there is no thread 9; there are 0 to 1\n");
    }

    @Test
    void jsonIsOneObjectPerLine() throws IOException {
        List<String> lines = Cli.run("dump", directory, "--json").out().lines().toList();
        assertThat(lines).hasSize(23);
        for (String line : lines) {
            Json.parseObject(line);
        }
        assertThat(Json.parseObject(lines.get(2)))
                .containsEntry("native", "java.io.FileInputStream.readBytes")
                .containsEntry("outcome", "returned")
                .containsEntry(
                        "in",
                        List.of(
                                Map.of("kind", "fd", "value", 4L, "resource", "/home/u/data/in.txt"),
                                Map.of("kind", "number", "value", 8192L)));
    }

    @Test
    void aFileIsGivenBackAsTheProgramReadIt() {
        String content = "one\u001b[stwofouratmap";
        assertThat(stream("/home/u/data/in.txt").out()).isEqualTo(content);
        assertThat(stream("data/in.txt").out()).isEqualTo(content);
    }

    @Test
    void standardStreamsHaveNames() {
        assertThat(stream("stdin").out()).isEqualTo("in\n");
        assertThat(stream("stdout").out()).isEqualTo("out!abc");
    }

    @Test
    void whatTheRecordingDoesNotHoldIsNotInvented() {
        Cli log = stream("/log");
        assertThat(log.exitCode()).isEqualTo(ExitCode.RECORDING);
        assertThat(log.out()).isEmpty();
        assertThat(log.err())
                .isEqualTo("hindsight: the recording holds only the first 256 of 300 bytes of one transfer of '/log';"
                        + " the output ends before it\n");
    }

    @Test
    void anUnknownNameIsAnsweredWithTheKnownOnes() {
        Cli unknown = stream("stderr");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.err())
                .isEqualTo("hindsight: no bytes went through 'stderr'; there are:\n"
                        + "  /home/u/data/in.txt\n  stdin\n  stdout\n  /log\n  /r\n");
    }

    private Cli stream(String name) {
        return Cli.run("dump", directory, "--stream", name);
    }
}
