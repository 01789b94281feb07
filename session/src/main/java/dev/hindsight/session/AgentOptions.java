package dev.hindsight.session;

import java.nio.file.Path;

/** Spells the option that loads the agent: {@code -javaagent:JAR=key=value,key=value}. */
final class AgentOptions {
    private final StringBuilder text;
    private char separator = '=';

    AgentOptions(Path jar) {
        text = new StringBuilder("-javaagent:").append(jar);
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
        return text.toString();
    }
}
