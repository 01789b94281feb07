package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UserEnvironmentTest {
    @Test
    void whatTheScriptHidIsThereAgain() {
        assertThat(UserEnvironment.restore(Map.of("HINDSIGHT_HIDDEN_JDK_JAVA_OPTIONS", "-Da=b", "HOME", "/home/me")))
                .isEqualTo(Map.of("JDK_JAVA_OPTIONS", "-Da=b", "HOME", "/home/me"));
    }

    @Test
    void theLocaleIsTheUsersAgain() {
        assertThat(UserEnvironment.restore(Map.of("HINDSIGHT_HIDDEN_LC_ALL", "=POSIX", "LC_ALL", "C.UTF-8")))
                .isEqualTo(Map.of("LC_ALL", "POSIX"));
        assertThat(UserEnvironment.restore(Map.of("HINDSIGHT_HIDDEN_LC_ALL", "=", "LC_ALL", "C.UTF-8")))
                .isEqualTo(Map.of("LC_ALL", ""));
        assertThat(UserEnvironment.restore(Map.of("HINDSIGHT_HIDDEN_LC_ALL", "", "LC_ALL", "C.UTF-8")))
                .isEmpty();
    }

    @Test
    void otherVariablesStay() {
        Map<String, String> plain = Map.of("JAVA_TOOL_OPTIONS", "-Da=b", "HINDSIGHT_HIDDEN_OTHER", "x");
        assertThat(UserEnvironment.restore(plain)).isEqualTo(plain);
    }
}
