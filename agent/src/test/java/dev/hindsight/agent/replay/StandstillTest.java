package dev.hindsight.agent.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StandstillTest {
    private static final long MILLI = 1_000_000;

    private final Standstill standstill = new Standstill(100 * MILLI, 7);

    @Test
    void lastsWhenNothingMovedForThatLong() {
        assertThat(standstill.lasts(60 * MILLI, 60 * MILLI, 7)).isFalse();
        assertThat(standstill.lasts(60 * MILLI, 60 * MILLI, 7)).isTrue();
    }

    @Test
    void waitsThatEndAtOnceDoNotCount() {
        for (int i = 0; i < 1000; i++) {
            assertThat(standstill.lasts(100 * MILLI, 0, 7)).isFalse();
        }
    }

    @Test
    void oneLongWaitOfAStoppedThreadCountsAsTheWaitThatWasAskedFor() {
        assertThat(standstill.lasts(20 * MILLI, 1_000_000 * MILLI, 7)).isFalse();
    }

    /** On a busy machine a wait of a few microseconds is often several times as long. */
    @Test
    void shortWaitsThatAreLateCountAsLongAsTheyWere() {
        for (int i = 0; i < 199; i++) {
            assertThat(standstill.lasts(MILLI / 50, MILLI / 2, 7)).isFalse();
        }
        assertThat(standstill.lasts(MILLI / 50, MILLI / 2, 7)).isTrue();
    }

    @Test
    void whatMovesBeginsAnew() {
        standstill.lasts(90 * MILLI, 90 * MILLI, 7);
        assertThat(standstill.lasts(90 * MILLI, 90 * MILLI, 8)).isFalse();
        assertThat(standstill.lasts(90 * MILLI, 90 * MILLI, 8)).isFalse();
        assertThat(standstill.lasts(90 * MILLI, 90 * MILLI, 8)).isTrue();
    }
}
