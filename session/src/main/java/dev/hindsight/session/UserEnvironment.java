package dev.hindsight.session;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The environment as the user has it.
 *
 * <p>Variables with options for JVMs are meant for the program. The start script hides them from the tool's own JVM, which
 * would listen at the program's debug port, for one, and hands them on under another name.
 */
final class UserEnvironment {
    private static final List<String> OPTIONS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");
    private static final String HIDDEN = "HINDSIGHT_HIDDEN_";

    private UserEnvironment() {}

    static Map<String, String> get() {
        return restore(System.getenv());
    }

    static Map<String, String> restore(Map<String, String> given) {
        Map<String, String> environment = new HashMap<>(given);
        for (String name : OPTIONS) {
            String value = environment.remove(HIDDEN + name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        return environment;
    }
}
