package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

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

    /**
     * Makes them what they were: nothing more, nothing less. The table is made anew, from the same entries in the same
     * order: a program may see the order in which it holds them, and that depends on how it came to be.
     */
    public static void restore(Map<?, ?> recorded) {
        Properties all = System.getProperties();
        ConcurrentHashMap<Object, Object> fresh = new ConcurrentHashMap<>(recorded.size() * 2);
        for (Map.Entry<?, ?> entry : recorded.entrySet()) {
            fresh.put(entry.getKey(), entry.getValue());
        }
        for (Map.Entry<Object, Object> entry : all.entrySet()) {
            if (!(entry.getKey() instanceof String && entry.getValue() instanceof String)) {
                fresh.put(entry.getKey(), entry.getValue());
            }
        }
        Vm.setReference(all, Vm.offsetOf(Properties.class, "map"), fresh);
    }
}
