package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkStreamTest {
    private static final int NAME_AT = 12;
    private static final String NAME = "wörker";
    private static final int FIRST_CHUNK = NAME_AT + 7;

    private static byte[] chunk(int length, int letters) {
        byte[] data = new byte[length];
        Random random = new Random(length);
        for (int i = 0; i < length; i++) {
            data[i] = (byte) random.nextInt(letters);
        }
        return data;
    }

    private static final List<byte[]> CHUNKS =
            List.of(chunk(1, 256), chunk(300, 2), chunk(64, 256), chunk(200, 1), chunk(90, 4));

    private static byte[] stream(List<byte[]> chunks) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ChunkWriter writer = new ChunkWriter(out, 5, NAME)) {
            for (int i = 0; i < chunks.size(); i++) {
                writer.append(chunks.get(i), 0, chunks.get(i).length, 10L * i, 1000 + i);
            }
            assertThat(writer.written()).isEqualTo(out.size());
        }
        return out.toByteArray();
    }

    /** What a reader makes of a stream. */
    private record Reading(int thread, String name, List<String> chunks, boolean cut) {
        static Reading of(byte[] stream) throws IOException {
            try (ChunkReader reader = LogBytes.chunks(stream)) {
                List<String> chunks = new ArrayList<>();
                while (reader.next()) {
                    chunks.add(reader.events() + " " + reader.timeMillis() + " "
                            + Arrays.toString(Arrays.copyOf(reader.data(), reader.length())));
                }
                assertThat(reader.next()).isFalse();
                return new Reading(reader.thread(), reader.name(), chunks, reader.cut());
            }
        }
    }

    @Test
    void chunksComeBackInOrder() throws IOException {
        try (ChunkReader reader = LogBytes.chunks(stream(CHUNKS))) {
            assertThat(reader.thread()).isEqualTo(5);
            assertThat(reader.name()).isEqualTo(NAME);
            for (int i = 0; i < CHUNKS.size(); i++) {
                assertThat(reader.next()).isTrue();
                assertThat(Arrays.copyOf(reader.data(), reader.length())).isEqualTo(CHUNKS.get(i));
                assertThat(reader.events()).isEqualTo(10L * i);
                assertThat(reader.timeMillis()).isEqualTo(1000L + i);
            }
            assertThat(reader.next()).isFalse();
            assertThat(reader.cut()).isFalse();
        }
    }

    @Test
    void theLargestChunkComesBack() throws IOException {
        byte[] noise = chunk(ChunkWriter.MAX_CHUNK, 256);
        byte[] zeros = new byte[ChunkWriter.MAX_CHUNK];
        try (ChunkReader reader = LogBytes.chunks(stream(List.of(noise, zeros)))) {
            assertThat(reader.next()).isTrue();
            assertThat(Arrays.equals(reader.data(), noise)).isTrue();
            assertThat(reader.next()).isTrue();
            assertThat(Arrays.equals(reader.data(), zeros)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, ChunkWriter.MAX_CHUNK + 1})
    void aChunkThatNoReaderTakesIsNotWritten(int length) throws IOException {
        try (ChunkWriter writer = new ChunkWriter(new ByteArrayOutputStream(), 0, "")) {
            assertThatThrownBy(() -> writer.append(new byte[ChunkWriter.MAX_CHUNK + 1], 0, length, 0, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not " + length);
        }
    }

    @Test
    void aLongNameIsCutBetweenCharacters() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ChunkWriter writer = new ChunkWriter(out, 0, "€".repeat(2000))) {
            assertThat(writer.written()).isEqualTo(out.size());
        }
        assertThat(LogBytes.chunks(out.toByteArray()).name()).isEqualTo("€".repeat(1365));
    }

    @Test
    void aStreamCutAnywhereGivesWhatWasComplete() throws IOException {
        byte[] stream = stream(CHUNKS);
        Reading whole = Reading.of(stream);
        List<Integer> borders = new ArrayList<>(List.of(FIRST_CHUNK));
        for (int i = 1; i <= CHUNKS.size(); i++) {
            borders.add(stream(CHUNKS.subList(0, i)).length);
        }
        for (int length = 0; length <= stream.length; length++) {
            int at = length;
            int complete = (int) borders.stream().filter(border -> border <= at).count() - 1;
            Reading reading = Reading.of(Arrays.copyOf(stream, length));
            assertThat(reading.chunks()).isEqualTo(whole.chunks().subList(0, Math.max(complete, 0)));
            assertThat(reading.cut()).as("cut at %d", length).isEqualTo(!borders.contains(length));
            assertThat(reading.thread()).isEqualTo(length < NAME_AT ? -1 : 5);
        }
    }

    @Test
    void skippingTellsOfACutAsReadingDoes() throws IOException {
        byte[] stream = stream(CHUNKS);
        for (int length = 0; length <= stream.length; length++) {
            byte[] part = Arrays.copyOf(stream, length);
            try (ChunkReader reader = LogBytes.chunks(part)) {
                int chunks = 0;
                while (reader.skip()) {
                    chunks++;
                }
                Reading reading = Reading.of(part);
                assertThat(chunks).isEqualTo(reading.chunks().size());
                assertThat(reader.cut()).isEqualTo(reading.cut());
            }
        }
    }

    /** The name and the number of the thread have no checksum: a recording checks the number, nothing hangs on the name. */
    @Test
    void aFlippedBitIsNoticed() throws IOException {
        byte[] stream = stream(CHUNKS);
        Reading whole = Reading.of(stream);
        for (int bit = 0; bit < 8 * stream.length; bit++) {
            byte[] damaged = stream.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            boolean inName = bit / 8 >= NAME_AT && bit / 8 < FIRST_CHUNK;
            try {
                Reading reading = Reading.of(damaged);
                if (inName) {
                    assertThat(reading.chunks()).isEqualTo(whole.chunks());
                } else {
                    assertThat(reading.cut() || reading.thread() != whole.thread())
                            .as("bit %d", bit)
                            .isTrue();
                }
            } catch (CorruptRecordingException e) {
                assertThat(inName).isFalse();
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            }
        }
    }

    @Test
    void aCountOfEventsThatFallsIsRefused() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ChunkWriter writer = new ChunkWriter(out, 0, "")) {
            writer.append(new byte[1], 0, 1, 7, 0);
            writer.append(new byte[1], 0, 1, 6, 0);
        }
        try (ChunkReader reader = LogBytes.chunks(out.toByteArray())) {
            assertThat(reader.next()).isTrue();
            assertThatThrownBy(reader::next)
                    .isInstanceOf(CorruptRecordingException.class)
                    .hasMessage("a chunk of thread 0 has a damaged header");
        }
    }

    @Test
    void anotherFileIsNotAStream() {
        byte[] text = "#!/bin/sh\necho hello\n".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> LogBytes.chunks(text))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("this is not the stream of a thread");
    }
}
