package dev.hindsight.session;

import java.util.HashMap;
import java.util.Map;

/**
 * The environment as the user has it.
 *
 * <p>Variables with options for JVMs are meant for the program. The start script hides them from the tool's own JVM, which
 * would listen at the program's debug port, for one, and hands them on under another name. It also gives the tool a locale in
 * which every argument is one, if the user's has only ASCII.
 */
final class UserEnvironment {
    private static final String HIDDEN = "HINDSIGHT_HIDDEN_";
    private static final String LOCALE = "LC_ALL";

    private UserEnvironment() {}

    static Map<String, String> get() {
        return restore(System.getenv());
    }

    static Map<String, String> restore(Map<String, String> given) {
        Map<String, String> environment = new HashMap<>(given);
        for (String name : Jdk.OPTION_VARIABLES) {
            String value = environment.remove(HIDDEN + name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        String locale = environment.remove(HIDDEN + LOCALE);
        if (locale != null && locale.startsWith("=")) {
            environment.put(LOCALE, locale.substring(1));
        } else if (locale != null) {
            environment.remove(LOCALE);
        }
        return environment;
    }
}
