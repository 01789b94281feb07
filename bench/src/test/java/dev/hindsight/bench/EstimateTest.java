package dev.hindsight.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EstimateTest {
    private static final double EXACT = 1e-9;

    @Test
    void meanHasTheIntervalOfStudentsDistribution() {
        Estimate mean = Estimate.mean(List.of(1.0, 2.0, 3.0, 4.0, 5.0));

        assertThat(mean.value()).isCloseTo(3, within(EXACT));
        // The standard deviation is sqrt(2.5), the quantile for four degrees of freedom 2.776.
        assertThat(mean.high() - mean.value()).isCloseTo(2.776 * Math.sqrt(2.5 / 5), within(EXACT));
        assertThat(mean.value() - mean.low()).isCloseTo(mean.high() - mean.value(), within(EXACT));
    }

    @Test
    void ratioIsThatOfTheMeans() {
        Estimate ratio = Estimate.ratio(List.of(1.0, 3.0), List.of(2.0, 3.0));

        assertThat(ratio.value()).isCloseTo(1.25, within(EXACT));
    }

    @Test
    void proportionalPairsLeaveNoDoubtAboutTheirRatio() {
        Estimate ratio = Estimate.ratio(List.of(10.0, 20.0, 15.0), List.of(11.0, 22.0, 16.5));

        assertThat(ratio.value()).isCloseTo(1.1, within(EXACT));
        assertThat(ratio.high() - ratio.low()).isCloseTo(0, within(EXACT));
    }

    @Test
    void whatSlowsBothOfAPairDownCancelsOut() {
        List<Double> base = List.of(10.0, 20.0, 10.0, 20.0);
        List<Double> paired = List.of(11.1, 21.9, 10.9, 22.1);
        List<Double> crossed = List.of(21.9, 11.1, 22.1, 10.9);

        assertThat(width(Estimate.ratio(base, paired))).isLessThan(width(Estimate.ratio(base, crossed)) / 10);
    }

    @Test
    void differenceIsTakenPairByPair() {
        Estimate difference = Estimate.difference(List.of(1.0, 5.0), List.of(1.5, 5.5));

        assertThat(difference.value()).isCloseTo(0.5, within(EXACT));
        assertThat(width(difference)).isCloseTo(0, within(EXACT));
    }

    @Test
    void onePairGivesNoBounds() {
        Estimate ratio = Estimate.ratio(List.of(2.0), List.of(3.0));

        assertThat(ratio.value()).isCloseTo(1.5, within(EXACT));
        assertThat(ratio.bounded()).isFalse();
    }

    @Test
    void samplesThatCannotBePairedAreRefused() {
        assertThatThrownBy(() -> Estimate.ratio(List.of(1.0, 2.0), List.of(1.0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 samples cannot be paired with 1");
    }

    @Test
    void quantilesGoOnBeyondTheTable() {
        assertThat(Estimate.student(30)).isCloseTo(2.042, within(1e-3));
        assertThat(Estimate.student(31)).isCloseTo(2.0395, within(4e-3));
        assertThat(Estimate.student(100)).isCloseTo(1.9840, within(1e-3));
        assertThat(Estimate.student(31)).isLessThan(Estimate.student(30));
    }

    /** 20 noisy pairs around 1.05, 2,000 times: the interval holds the true ratio about 95 times in 100. */
    @Test
    void intervalHoldsTheTrueRatioAsOftenAsItClaims() {
        SplittableRandom random = new SplittableRandom(5);
        int trials = 2000;
        int hits = 0;
        for (int trial = 0; trial < trials; trial++) {
            List<Double> base = new ArrayList<>();
            List<Double> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                double shared = random.nextDouble();
                base.add(20 + shared + random.nextDouble(-1, 1));
                others.add(1.05 * (20 + shared) + random.nextDouble(-1, 1));
            }
            Estimate ratio = Estimate.ratio(base, others);
            if (ratio.low() <= 1.05 && 1.05 <= ratio.high()) {
                hits++;
            }
        }
        assertThat((double) hits / trials).isBetween(0.935, 0.965);
    }

    private static double width(Estimate estimate) {
        return estimate.high() - estimate.low();
    }
}
