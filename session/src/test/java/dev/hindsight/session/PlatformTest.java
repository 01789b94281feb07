package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class PlatformTest {
    @Test
    void linuxOnTwoArchitecturesIsAccepted() {
        assertThatCode(() -> Platform.check("Linux", "amd64")).doesNotThrowAnyException();
        assertThatCode(() -> Platform.check("Linux", "aarch64")).doesNotThrowAnyException();
    }

    @Test
    void othersAreRefusedByName() {
        assertThatThrownBy(() -> Platform.check("Mac OS X", "aarch64"))
                .hasMessage("Hindsight works on Linux on x86-64 and aarch64; this is Mac OS X on aarch64");
        assertThatThrownBy(() -> Platform.check("Linux", "riscv64")).isInstanceOf(SessionException.class);
    }
}
