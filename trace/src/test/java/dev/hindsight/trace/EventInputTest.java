package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventInputTest {
    @Test
    void numbersComeBackAcrossChunks() {
        RandomInputs.check(500, inputs -> {
            List<Long> numbers = inputs.list(40, inputs::anyLong);
            int chunk = inputs.between(1, 20);
            EventBytes bytes = new EventBytes();
            numbers.forEach(number -> bytes.number(number).length(number));
            try (EventInput input = LogBytes.input(LogBytes.of(bytes.toBytes(), chunk))) {
                for (long number : numbers) {
                    assertThat(input.readNumber()).isEqualTo(number);
                    assertThat(input.readLength()).isEqualTo(number);
                }
                assertThat(input.atEnd()).isTrue();
            }
        });
    }

    @Test
    void textsComeBackAcrossChunks() {
        RandomInputs.check(500, inputs -> {
            List<String> texts = inputs.list(10, inputs::text);
            int chunk = inputs.between(1, 20);
            EventBytes bytes = new EventBytes();
            texts.forEach(text -> bytes.text(text).text(null));
            try (EventInput input = LogBytes.input(LogBytes.of(bytes.toBytes(), chunk))) {
                for (String text : texts) {
                    assertThat(input.readText()).isEqualTo(text);
                    assertThat(input.readText()).isNull();
                }
                assertThat(input.atEnd()).isTrue();
            }
        });
    }

    @Test
    void arraysComeBackAcrossChunks() {
        RandomInputs.check(500, inputs -> {
            List<byte[]> arrays = inputs.list(10, inputs::bytes);
            int chunk = inputs.between(1, 20);
            EventBytes bytes = new EventBytes();
            arrays.forEach(
                    array -> bytes.byteArray(array).byteArray(null).bytes(array).raw(9));
            try (EventInput input = LogBytes.input(LogBytes.of(bytes.toBytes(), chunk))) {
                for (byte[] array : arrays) {
                    assertThat(input.readByteArray()).isEqualTo(array);
                    assertThat(input.readByteArray()).isNull();
                    input.skipBytes(array.length);
                    assertThat(input.readByte()).isEqualTo(9);
                }
                assertThat(input.atEnd()).isTrue();
            }
        });
    }

    @Test
    void anArrayLargerThanAChunkComesBack() throws IOException {
        byte[] large = new byte[3 * ChunkWriter.MAX_CHUNK + 17];
        new java.util.Random(1).nextBytes(large);
        byte[] log = LogBytes.of(new EventBytes().byteArray(large).raw(9).toBytes(), ChunkWriter.MAX_CHUNK);
        try (EventInput input = LogBytes.input(log)) {
            assertThat(java.util.Arrays.equals(input.readByteArray(), large)).isTrue();
            assertThat(input.readByte()).isEqualTo(9);
        }
    }

    @Test
    void everyCharacterComesBack() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            all.append((char) c);
        }
        byte[] bytes = new EventBytes().text(all.toString()).toBytes();
        assertThat(LogBytes.input(LogBytes.of(bytes, 1000)).readText()).isEqualTo(all.toString());
    }

    @Test
    void anEndWithinAPieceIsTheEndOfTheRecording() throws IOException {
        byte[] text = new EventBytes().text("añ€").toBytes();
        for (int length = 0; length < text.length; length++) {
            EventInput input = LogBytes.input(LogBytes.uncompressed(java.util.Arrays.copyOf(text, length)));
            assertThatThrownBy(input::readText).isInstanceOf(EndOfRecordingException.class);
            assertThat(input.atEnd()).isTrue();
            assertThatThrownBy(() -> input.skipBytes(Long.MAX_VALUE)).isInstanceOf(EndOfRecordingException.class);
            assertThatThrownBy(() -> input.readBytes(1)).isInstanceOf(EndOfRecordingException.class);
        }
    }

    @Test
    void aNumberOfElevenBytesIsRefused() throws IOException {
        EventInput input = LogBytes.input(LogBytes.of(
                new EventBytes()
                        .raw(255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1)
                        .toBytes(),
                100));
        assertThatThrownBy(input::readLength)
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("a number is too long");
    }

    @Test
    void aSizeBeyondBeliefIsRefusedAndOneThatIsNotThereMakesNoRoom() throws IOException {
        for (long size : new long[] {EventInput.MAX_LENGTH + 1L, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            EventInput input =
                    LogBytes.input(LogBytes.of(new EventBytes().length(size).toBytes(), 100));
            assertThatThrownBy(input::readByteArray)
                    .isInstanceOf(CorruptRecordingException.class)
                    .hasMessageContaining("not believable");
        }
        byte[] huge = new EventBytes().length(EventInput.MAX_LENGTH).toBytes();
        assertThatThrownBy(LogBytes.input(LogBytes.of(huge, 100))::readByteArray)
                .isInstanceOf(EndOfRecordingException.class);
        assertThatThrownBy(LogBytes.input(LogBytes.of(huge, 100))::readText)
                .isInstanceOf(EndOfRecordingException.class);
    }
}
