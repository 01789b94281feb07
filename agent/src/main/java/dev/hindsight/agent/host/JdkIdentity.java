package dev.hindsight.agent.host;

import java.io.File;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which JDK this is; two that agree here run a recording alike. */
public final class JdkIdentity {
    private final Map<String, Object> facts = new LinkedHashMap<>();

    public JdkIdentity() {
        String home = System.getProperty("java.home");
        File image = new File(home, "lib/modules");
        facts.put("home", home);
        facts.put("version", System.getProperty("java.runtime.version"));
        facts.put("vm", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("vendor", System.getProperty("java.vendor"));
        facts.put("feature", (long) Runtime.version().feature());
        facts.put("identity", System.getProperty("java.runtime.version") + "/" + image.length());
    }

    Map<String, Object> describe() {
        return facts;
    }

    public String identity() {
        return (String) facts.get("identity");
    }
}
