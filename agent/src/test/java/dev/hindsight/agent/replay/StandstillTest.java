package dev.hindsight.agent.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StandstillTest {
    private final Standstill standstill = new Standstill(100, 7);

    @Test
    void lastsWhenNothingMovedForThatLong() {
        assertThat(standstill.lasts(60, 60, 7)).isFalse();
        assertThat(standstill.lasts(60, 60, 7)).isTrue();
    }

    @Test
    void waitsThatEndAtOnceDoNotCount() {
        for (int i = 0; i < 1000; i++) {
            assertThat(standstill.lasts(100, 0, 7)).isFalse();
        }
    }

    @Test
    void oneLongWaitOfAStoppedThreadCountsAsTheWaitThatWasAskedFor() {
        assertThat(standstill.lasts(20, 1_000_000, 7)).isFalse();
    }

    @Test
    void whatMovesBeginsAnew() {
        standstill.lasts(90, 90, 7);
        assertThat(standstill.lasts(90, 90, 8)).isFalse();
        assertThat(standstill.lasts(90, 90, 8)).isFalse();
        assertThat(standstill.lasts(90, 90, 8)).isTrue();
    }
}
