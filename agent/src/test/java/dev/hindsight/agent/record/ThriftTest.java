package dev.hindsight.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThriftTest {
    private static final long MILLIS = 1_000_000;

    private final Thrift thrift = new Thrift();
    private long now = 1000 * MILLIS;

    @Test
    void chunksThatComeSlowlyAreCompressed() {
        assertThat(compressed(100, 1000, 1)).isEqualTo(100);
    }

    @Test
    void chunksThatComeFastAreNot() {
        compressed(1, 1000, 1);

        assertThat(compressed(100, 2, 1)).isZero();
    }

    @Test
    void compressingTakesOnePercentOfTheTime() {
        assertThat(compressed(2000, 50, 2)).isBetween(495, 515);
    }

    /** How many of so many chunks, each so many milliseconds after the one before. */
    private int compressed(int chunks, long gapMillis, long costMillis) {
        int count = 0;
        for (int i = 0; i < chunks; i++) {
            now += gapMillis * MILLIS;
            if (thrift.compresses(now)) {
                count++;
                thrift.spent(costMillis * MILLIS);
            }
        }
        return count;
    }
}
