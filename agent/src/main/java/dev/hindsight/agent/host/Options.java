package dev.hindsight.agent.host;

import java.util.Map;
import java.util.TreeMap;

/** The agent's options: {@code key=value} pairs with commas between; {@code %} and {@code ,} in values are escaped. */
public final class Options {
    private final Map<String, String> values = new TreeMap<>();

    private Options() {}

    public static Options parse(String text) {
        Options options = new Options();
        for (String pair : text.split(",")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                String value = pair.substring(equals + 1).replace("%2C", ",").replace("%25", "%");
                options.values.put(pair.substring(0, equals), value);
            } else if (!pair.isEmpty()) {
                throw new IllegalArgumentException("'" + pair + "' is not of the form key=value");
            }
        }
        for (String key : options.values.keySet()) {
            switch (key) {
                case "output",
                        "output-below",
                        "save-on",
                        "prepare",
                        "analyze",
                        "analyze-unknown",
                        "analysis",
                        "cache",
                        "max-size",
                        "threads",
                        "seed",
                        "chaos",
                        "chaos-in",
                        "replay",
                        "status",
                        "progress",
                        "places",
                        "debug",
                        "steps",
                        "steps-kept",
                        "steps-look-at",
                        "stop-at-test",
                        "stdout",
                        "standstill",
                        "hide-path",
                        "hide-java-home" -> {}
                default -> throw new IllegalArgumentException("there is no option '" + key + "'");
            }
        }
        return options;
    }

    /** A value as {@link #parse} wants it. */
    static String escape(String value) {
        return value.replace("%", "%25").replace(",", "%2C");
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** The value, or the given one if the option is not there. */
    public String get(String key, String otherwise) {
        return values.getOrDefault(key, otherwise);
    }

    public long getLong(String key, long otherwise) {
        String value = values.get(key);
        return value == null ? otherwise : Long.parseLong(value);
    }
}
