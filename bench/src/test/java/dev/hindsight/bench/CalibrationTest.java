package dev.hindsight.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    @Test
    void aScaleThatIsLongEnoughIsKept() throws Exception {
        assertThat(Calibration.find(5, 1, scale -> 1)).isEqualTo(5);
    }

    @Test
    void aProgramThatStartsSlowlyAndThenWarmsUpIsRunLongEnough() throws Exception {
        List<Long> tried = new ArrayList<>();

        long scale = Calibration.find(1, 20, candidate -> {
            tried.add(candidate);
            return seconds(candidate);
        });

        assertThat(seconds(scale)).isBetween(20.0, 30.0);
        assertThat(tried).hasSizeLessThan(6).isSorted();
    }

    @Test
    void aStepThatRoundsToNothingStillGrows() throws Exception {
        assertThat(Calibration.find(1, 1.5, scale -> scale == 1 ? 1.49 : 2)).isEqualTo(2);
    }

    private static double seconds(long scale) {
        return 0.5 + Math.min(scale, 3) * 0.8 + Math.max(0, scale - 3) * 0.3;
    }
}
