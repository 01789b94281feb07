package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {
    @TempDir
    Path directory;

    @BeforeEach
    void writeRecording() throws IOException {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("format", (long) Recording.FORMAT);
        manifest.put("hindsight", "0.1.0");
        write(Recording.MANIFEST, Sealed.json(manifest));
        write(Recording.TABLE, Sealed.table("class a.A\n  long clock() : -> result\n"));
        write(Recording.END, Sealed.json(Map.of("exitCode", 3L)));
        Files.createDirectory(directory.resolve(Recording.THREADS));
        writeLog("0.log", 0);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private void writeLog(String name, int thread) throws IOException {
        Path file = directory.resolve(Recording.THREADS).resolve(name);
        try (ChunkWriter writer = new ChunkWriter(Files.newOutputStream(file), thread, "t")) {
            writer.append(new byte[] {1, 0, 8, 1, 0, 10}, 0, 6, 2, 5);
        }
    }

    private void refuses(Class<? extends Exception> type, String message) {
        assertThatThrownBy(() -> Recording.open(directory))
                .isInstanceOf(type)
                .hasMessage(message.replace("DIR", directory.toString()));
    }

    private void isCorrupt(String message) {
        refuses(CorruptRecordingException.class, message);
    }

    @Test
    void aRecordingOpens() throws IOException {
        writeLog("10.log", 10);
        writeLog("9.log", 9);
        Recording recording = Recording.open(directory);
        assertThat(recording.manifest()).containsEntry("hindsight", "0.1.0");
        assertThat(recording.end()).containsEntry("exitCode", 3L);
        assertThat(recording.threads()).containsExactly(0, 9, 10);
        assertThat(recording.countEvents()).isEqualTo(6);
        try (EventReader events = recording.openEvents(9)) {
            assertThat(events.next().out()).containsExactly(4L);
            assertThat(events.next().out()).containsExactly(5L);
            assertThat(events.next()).isNull();
        }
    }

    @Test
    void aRecordingOfAKilledProgramHasNoEnd() throws IOException {
        Files.delete(directory.resolve(Recording.END));
        assertThat(Recording.open(directory).end()).isEmpty();
    }

    @Test
    void filesThatAreNotLogsAreNoThreads() throws IOException {
        for (String name :
                new String[] {".log", "00.log", "01.log", "1.log.new", "-1.log", "a.log", "1234567890.log", "١.log"}) {
            writeLog(name, 1);
        }
        assertThat(Recording.open(directory).threads()).containsExactly(0);
    }

    @Test
    void aMissingDirectoryIsNamed() throws IOException {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> Recording.open(missing))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage("there is no recording at '" + missing + "'");
        Path file = directory.resolve(Recording.MANIFEST);
        assertThatThrownBy(() -> Recording.open(file))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage("'" + file + "' is a file; a recording is a directory");
    }

    @Test
    void anEmptyDirectoryIsNotARecording() throws IOException {
        Files.delete(directory.resolve(Recording.MANIFEST));
        isCorrupt("'DIR' is not a recording: it has no manifest.json");
    }

    @Test
    void aForeignManifestIsNotARecordings() throws IOException {
        write(Recording.MANIFEST, "{\"name\": \"left-pad\", \"format\": \"1\"}");
        isCorrupt("'DIR' is not a recording: its manifest.json names no format");
        write(Recording.MANIFEST, "[1]");
        isCorrupt("recording 'DIR' is damaged: manifest.json: expected a JSON object");
    }

    @Test
    void anotherFormatNamesTheReleaseToUse() throws IOException {
        write(Recording.MANIFEST, "{\"format\": 7, \"hindsight\": \"1.4\"}");
        isCorrupt("Recording 'DIR' has format 7; this version reads format 2. Use the release that made it: 1.4.");
    }

    @Test
    void aReleaseThatCannotBeShownIsNotShown() throws IOException {
        for (String release :
                new String[] {"null", "\"\"", "7", "{}", "\"a\\nb\"", "\"\\u001b[2J\"", "\"" + "x".repeat(33) + "\""}) {
            write(Recording.MANIFEST, "{\"format\": 7, \"hindsight\": " + release + "}");
            isCorrupt("Recording 'DIR' has format 7; this version reads format 2. Use the release that made it.");
        }
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        write(Recording.TABLE, "class a.A\n  long clock() : number 0");
        isCorrupt("recording 'DIR' is damaged: natives.txt: its checksum does not fit its content");
        write(Recording.TABLE, Sealed.table("class a.A\nnonsense\n"));
        isCorrupt("recording 'DIR' is damaged: natives.txt: line 2: not a native");
        write(Recording.END, "{\"exitCode\": 3");
        isCorrupt("recording 'DIR' is damaged: end.json: bad JSON at character 14: expected }");
        write(Recording.MANIFEST, "");
        isCorrupt("recording 'DIR' is damaged: manifest.json: bad JSON at character 0: ends early");
    }

    @Test
    void everyFlippedBitIsNoticed() throws IOException {
        for (String name : List.of(Recording.MANIFEST, Recording.TABLE, Recording.END)) {
            Path file = directory.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            for (int bit = 0; bit < 8 * whole.length; bit++) {
                byte[] flipped = whole.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                Files.write(file, flipped);
                assertThatThrownBy(() -> Recording.open(directory))
                        .as("bit %d of %s", bit, name)
                        .isInstanceOf(CorruptRecordingException.class);
            }
            Files.write(file, whole);
        }
        Recording.open(directory);
    }

    @Test
    void aMissingTableIsNamed() throws IOException {
        Files.delete(directory.resolve(Recording.TABLE));
        refuses(FileNotFoundException.class, "DIR/natives.txt (No such file or directory)");
    }

    @Test
    void whatIsNoFileIsNotRead() throws IOException {
        Files.delete(directory.resolve(Recording.TABLE));
        Files.createDirectory(directory.resolve(Recording.TABLE));
        isCorrupt("recording 'DIR' is damaged: natives.txt: not a file");
        Files.delete(directory.resolve(Recording.END));
        Files.createSymbolicLink(directory.resolve(Recording.END), Path.of("/dev/zero"));
        isCorrupt("recording 'DIR' is damaged: end.json: not a file");
        Files.delete(directory.resolve(Recording.END));
    }

    @Test
    void aFileThatMayNotBeReadIsNamed() throws IOException {
        Path file = directory.resolve(Recording.MANIFEST);
        file.toFile().setReadable(false, false);
        assumeFalse(Files.isReadable(file), "root reads everything");
        refuses(FileNotFoundException.class, "DIR/manifest.json (Permission denied)");
    }

    @Test
    void aFileThatIsTooLargeIsNotReadWhole() throws IOException {
        try (java.io.RandomAccessFile file = new java.io.RandomAccessFile(
                directory.resolve(Recording.MANIFEST).toFile(), "rw")) {
            file.setLength(1L << 32);
        }
        isCorrupt("recording 'DIR' is damaged: manifest.json: larger than 16777216 bytes");
    }

    @Test
    void aRecordingWithoutThreadsSaysWhatIsMissing() throws IOException {
        Files.delete(directory.resolve("threads/0.log"));
        Files.delete(directory.resolve("threads"));
        Recording recording = Recording.open(directory);
        assertThatThrownBy(recording::threads)
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("'" + directory + "' is not a recording: it has no threads");
    }

    @Test
    void aDamagedStreamIsNamed() throws IOException {
        Recording recording = Recording.open(directory);
        writeLog("3.log", 4);
        assertThatThrownBy(() -> recording.openEvents(3))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("threads/3.log: this is the stream of thread 4");
        Files.writeString(recording.threadFile(3), "hello, world");
        assertThatThrownBy(() -> recording.openEvents(3))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("threads/3.log: this is not the stream of a thread");
    }

    @Test
    void aStreamThatWasJustBegunHasNoEvents() throws IOException {
        Recording recording = Recording.open(directory);
        Files.write(recording.threadFile(1), new byte[0]);
        assertThat(recording.countEvents()).isEqualTo(2);
        try (EventReader events = recording.openEvents(1)) {
            assertThat(events.next()).isNull();
        }
    }

    @Test
    void moreEventsThanCanBeCountedAreRefused() throws IOException {
        for (int thread = 1; thread < 3; thread++) {
            Path file = directory.resolve("threads/" + thread + ".log");
            try (ChunkWriter writer = new ChunkWriter(Files.newOutputStream(file), thread, "t")) {
                writer.append(new byte[1], 0, 1, Long.MAX_VALUE, 5);
            }
        }
        Recording recording = Recording.open(directory);
        assertThatThrownBy(recording::countEvents)
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("the threads claim more events than can be counted");
    }

    @Test
    void whatAMessageQuotesCannotUpsetATerminal() {
        assertThat(new CorruptRecordingException("class \u001b[2J\nA\u202e\u009b é"))
                .hasMessage("class ?[2J?A?? é");
        assertThat(new CorruptRecordingException("x".repeat(100_000)).getMessage())
                .hasSize(8192);
    }
}
