package dev.hindsight.agent.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The system properties as the program finds them. */
public final class SystemProperties {
    private SystemProperties() {}

    public static Map<String, Object> capture() {
        Map<String, Object> sorted = new TreeMap<>();
        for (Map.Entry<Object, Object> entry : System.getProperties().entrySet()) {
            if (entry.getKey() instanceof String key && entry.getValue() instanceof String value) {
                sorted.put(key, value);
            }
        }
        return sorted;
    }

    /** Makes them what they were: nothing more, nothing less. */
    public static void restore(Map<?, ?> recorded) {
        Properties all = System.getProperties();
        List<Object> added = new ArrayList<>();
        for (Object key : all.keySet()) {
            if (!recorded.containsKey(key)) {
                added.add(key);
            }
        }
        for (Object key : added) {
            all.remove(key);
        }
        for (Map.Entry<?, ?> entry : recorded.entrySet()) {
            all.put(entry.getKey(), entry.getValue());
        }
    }
}
