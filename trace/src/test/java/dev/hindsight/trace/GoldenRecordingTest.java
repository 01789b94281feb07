package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A recording of the current format, kept as bytes, still reads: who records today can replay with later releases of the format.
 *
 * <p>The bytes are never made again for the same format. A new format gets a directory of its own, written once with {@code
 * -Dhindsight.golden=write}, and what is read from it is reviewed in {@code expected.txt}.
 */
class GoldenRecordingTest {
    private static final Path GOLDEN =
            Path.of("src", "test", "resources", "dev", "hindsight", "trace", "golden", "format-" + Recording.FORMAT);
    private static final Path EXPECTED = GOLDEN.resolve("expected.txt");

    @Test
    void theGoldenRecordingStillReads() throws IOException {
        if ("write".equals(System.getProperty("hindsight.golden")) && !Files.exists(GOLDEN)) {
            new SampleRecording(1).writeTo(GOLDEN);
            Files.writeString(EXPECTED, describe(Recording.open(GOLDEN)));
        }
        assertThat(describe(Recording.open(GOLDEN))).isEqualTo(Files.readString(EXPECTED));
    }

    private static String describe(Recording recording) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append("manifest ").append(Json.write(recording.manifest()));
        text.append("end ").append(Json.write(recording.end()));
        text.append("events ").append(recording.countEvents()).append('\n');
        for (int thread : recording.threads()) {
            describeThread(recording, thread, text);
        }
        describeClasses(recording, text);
        return text.toString();
    }

    private static void describeThread(Recording recording, int thread, StringBuilder text) throws IOException {
        try (ChunkReader chunks = recording.openChunks(thread)) {
            text.append("thread ")
                    .append(chunks.thread())
                    .append(" '")
                    .append(chunks.name())
                    .append("'\n");
            while (chunks.next()) {
                text.append("  chunk ")
                        .append(chunks.length())
                        .append(" bytes, ")
                        .append(chunks.events());
                text.append(" events, ").append(chunks.timeMillis()).append(" ms\n");
            }
            assertThat(chunks.cut()).isFalse();
        }
        try (EventReader events = recording.openEvents(thread)) {
            for (Event event = events.next(); event != null; event = events.next()) {
                text.append("  ")
                        .append(event.index())
                        .append(" #")
                        .append(event.order())
                        .append(' ');
                text.append(event.row().shortName()).append(' ').append(event.outcome());
                text.append(" in ").append(items(event.in())).append(" out ").append(items(event.out()));
                text.append(event.thrown() == null ? "" : " thrown " + event.thrown())
                        .append('\n');
            }
        }
    }

    private static String items(List<?> items) {
        StringBuilder text = new StringBuilder("[");
        for (Object item : items) {
            text.append(text.length() > 1 ? ", " : "");
            if (item instanceof Event.Payload payload) {
                text.append(HexFormat.of().formatHex(payload.bytes()))
                        .append('/')
                        .append(payload.length());
                text.append('/').append(Long.toHexString(payload.fingerprint()));
            } else if (item instanceof List<?> list) {
                text.append(items(list));
            } else {
                text.append(Json.write(item).strip());
            }
        }
        return text.append(']').toString();
    }

    private static void describeClasses(Recording recording, StringBuilder text) throws IOException {
        Path file = recording.directory().resolve(Recording.CLASSES);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            ClassStore store = ClassStore.read(in);
            assertThat(store.cut()).isFalse();
            for (ClassStore.Entry entry : store.entries()) {
                text.append("class ").append(entry).append(' ');
                text.append(HexFormat.of().formatHex(store.content(entry))).append(' ');
                text.append(new String(store.manifest(entry.source()), StandardCharsets.UTF_8).strip())
                        .append('\n');
            }
        }
    }
}
