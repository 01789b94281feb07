package dev.hindsight.session;

import java.nio.file.Path;

/**
 * Spells the option that loads the agent: {@code -javaagent:JAR=key=value,key=value}.
 *
 * <p>For this option the JVM adds a module to those that the program needs, and then computes their graph anew instead of
 * taking it from its archive: about half of the time that a JVM with an agent takes to start. Where the module is there anyway, the library
 * behind the option is named directly: {@code -agentlib:instrument=JAR=key=value,key=value}.
 */
final class AgentOptions {
    private static final String AGENT = "-javaagent:";
    private static final String LIBRARY = "-agentlib:instrument=";

    private final String head;
    private final StringBuilder text;
    private char separator = '=';

    private AgentOptions(String head, Path jar) {
        this.head = head;
        this.text = new StringBuilder(jar.toString());
    }

    /** For any JVM. */
    static AgentOptions forAny(Path jar) {
        return new AgentOptions(AGENT, jar);
    }

    /** For a JVM that runs a program from the class path with all modules of its JDK. */
    static AgentOptions forAllModules(Path jar) {
        return new AgentOptions(LIBRARY, jar);
    }

    /** What an option that loads an agent says of it; empty for any other option. */
    static String agent(String option) {
        for (String head : new String[] {AGENT, LIBRARY}) {
            if (option.startsWith(head)) {
                return option.substring(head.length());
            }
        }
        return "";
    }

    AgentOptions with(String key, String value) {
        text.append(separator).append(key).append('=').append(encode(value));
        separator = ',';
        return this;
    }

    private static String encode(String value) {
        return value.replace("%", "%25").replace(",", "%2C");
    }

    @Override
    public String toString() {
        return head + text;
    }
}
