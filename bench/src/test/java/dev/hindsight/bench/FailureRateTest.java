package dev.hindsight.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureRateTest {
    @Test
    void theFirstFailureEndsTheTimeThatOneWaitsForIt() {
        FailureRate rate = rate(2000, false, true, false, true);

        assertThat(rate.cell()).isEqualTo("2 of 4; 4.0 s, 4.0 s");
    }

    @Test
    void withoutAFailureItIsSaidHowLongNoneCame() {
        assertThat(rate(500, false, false, false).cell()).isEqualTo("0 of 3; none in 1.5 s");
    }

    @Test
    void ratesAreComparedAlsoIfTheirRunsAreNotAsMany() {
        FailureRate often = rate(1, true, true, true, false);
        FailureRate rarely = rate(1, true, false, false, false, false, false, false, false);

        assertThat(often.times(rarely)).isEqualTo("6.0");
        assertThat(often.times(rate(1, false))).isEqualTo("–");
    }

    private static FailureRate rate(long millis, boolean... failed) {
        FailureRate rate = new FailureRate();
        for (boolean one : failed) {
            rate.add(one, millis);
        }
        return rate;
    }
}
