package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LzTest {
    private final Lz lz = new Lz();

    @Test
    void noiseComesBack() {
        RandomInputs.check(300, inputs -> {
            byte[] data = new byte[inputs.between(0, 100_000)];
            int letters = inputs.between(1, 256);
            for (int i = 0; i < data.length; i++) {
                data[i] = (byte) inputs.random().nextInt(letters);
            }
            assertThat(roundTrip(data)).isEqualTo(data);
        });
    }

    @Test
    void repetitionComesBack() {
        RandomInputs.check(300, inputs -> {
            byte[] data = new byte[inputs.between(0, 100_000)];
            int period = inputs.between(1, 70_000);
            inputs.random().nextBytes(data);
            for (int i = period; i < data.length; i++) {
                data[i] = data[i - period];
            }
            assertThat(roundTrip(data)).isEqualTo(data);
        });
    }

    @Test
    void everyShortLengthComesBack() throws CorruptRecordingException {
        for (int length = 0; length < 1200; length++) {
            byte[] same = new byte[length];
            assertThat(roundTrip(same)).isEqualTo(same);
            byte[] noise = new byte[length];
            new Random(length).nextBytes(noise);
            assertThat(roundTrip(noise)).isEqualTo(noise);
        }
    }

    /** Runs of literals and matches whose lengths sit on the borders of their encoding. */
    @Test
    void literalsAndMatchesOfEveryBorderLengthComeBack() throws CorruptRecordingException {
        int[] lengths = {0, 1, 3, 4, 14, 15, 16, 18, 19, 20, 269, 270, 271, 273, 274, 275, 524, 525, 65534, 65535, 65536
        };
        for (int literals : lengths) {
            for (int match : lengths) {
                byte[] data = new byte[64 + literals + match + 9];
                new Random(literals * 31L + match).nextBytes(data);
                System.arraycopy(data, 0, data, 64 + literals, Math.min(match, 64 + literals));
                assertThat(roundTrip(data)).isEqualTo(data);
            }
        }
    }

    @Test
    void aPartOfAnArrayIsCompressedAlone() throws CorruptRecordingException {
        byte[] data = new byte[5000];
        Arrays.fill(data, 0, 1000, (byte) 7);
        Arrays.fill(data, 1000, 3000, (byte) 7);
        byte[] packed = new byte[Lz.bound(2000)];
        int size = lz.compress(data, 1000, 2000, packed);
        byte[] out = new byte[2000];
        Lz.decompress(packed, size, out, 2000);
        assertThat(out).isEqualTo(Arrays.copyOfRange(data, 1000, 3000));
    }

    @Test
    void garbageIsRefusedOrReadWithinItsBounds() {
        RandomInputs.check(5000, inputs -> {
            byte[] garbage = inputs.bytes(200);
            int length = inputs.between(0, 3000);
            int stale = inputs.between(0, 20);
            checkBounds(garbage, Math.max(0, garbage.length - stale), length);
        });
    }

    @Test
    void damagedDataIsRefusedOrReadWithinItsBounds() {
        RandomInputs.check(2000, inputs -> {
            int length = inputs.between(0, 500);
            Random random = inputs.random();
            byte[] data = new byte[length];
            for (int i = 0; i < length; i++) {
                data[i] = (byte) random.nextInt(3);
            }
            byte[] packed = new byte[Lz.bound(length)];
            int size = lz.compress(data, 0, length, packed);
            packed[random.nextInt(size)] ^= (byte) (1 << random.nextInt(8));
            checkBounds(packed, size - random.nextInt(Math.min(size, 3)), length);
        });
    }

    private static void checkBounds(byte[] packed, int size, int length) {
        byte[] out = new byte[length + 64];
        Arrays.fill(out, length, out.length, (byte) 0x55);
        try {
            Lz.decompress(packed, size, out, length);
            assertThat(Lz.canHold(size, length)).isTrue();
            byte[] again = new byte[length];
            Lz.decompress(Arrays.copyOf(packed, size), size, again, length);
            assertThat(Arrays.copyOf(out, length)).isEqualTo(again);
        } catch (CorruptRecordingException e) {
            assertThat(e).hasMessageStartingWith("compressed data ");
        }
        for (int i = length; i < out.length; i++) {
            assertThat(out[i]).isEqualTo((byte) 0x55);
        }
    }

    /** What lies behind the compressed bytes is left over from an earlier chunk. */
    @Test
    void bytesBehindTheEndAreNotRead() {
        byte[] cutInDistance = {0x10, 'a', 1, 0, 0, 0};
        assertThatThrownBy(() -> Lz.decompress(cutInDistance, 3, new byte[5], 5))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("compressed data ends early");
        byte[] cutInExtension = {0x1f, 'a', 1, 0, 1, 0};
        assertThatThrownBy(() -> Lz.decompress(cutInExtension, 4, new byte[21], 21))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("compressed data ends early");
    }

    @Test
    void lengthsThatOverflowAreRefused() {
        byte[] literals = new byte[9_000_000];
        Arrays.fill(literals, (byte) 255);
        assertThatThrownBy(() -> Lz.decompress(literals, literals.length, new byte[10], 10))
                .isInstanceOf(CorruptRecordingException.class);
        literals[0] = 0x1f;
        literals[2] = 1;
        literals[3] = 0;
        assertThatThrownBy(() -> Lz.decompress(literals, literals.length, new byte[10], 10))
                .isInstanceOf(CorruptRecordingException.class);
    }

    private byte[] roundTrip(byte[] data) throws CorruptRecordingException {
        byte[] packed = new byte[Lz.bound(data.length)];
        int size = lz.compress(data, 0, data.length, packed);
        byte[] out = new byte[data.length];
        Lz.decompress(packed, size, out, data.length);
        assertThat(Lz.canHold(size, data.length)).isTrue();
        return out;
    }
}
