package dev.hindsight.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OneProcessorTest {
    @Test
    void theFirstOneThatMayBeUsed() {
        assertThat(OneProcessor.first("\t0-3\n")).isEqualTo("0");
        assertThat(OneProcessor.first("2,5")).isEqualTo("2");
        assertThat(OneProcessor.first("7")).isEqualTo("7");
    }

    @Test
    void theCommandGoesOn() throws Exception {
        assertThat(OneProcessor.bind(List.of("java", "-version")))
                .startsWith("taskset", "-c")
                .endsWith("java", "-version");
    }
}
