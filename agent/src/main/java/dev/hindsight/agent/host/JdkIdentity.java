package dev.hindsight.agent.host;

import java.io.File;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which JDK this is; two that agree here run a recording alike. */
public final class JdkIdentity {
    private static final int OLDEST = 17;
    private static final int NEWEST = 25;

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

    /** Refuses where Hindsight cannot work, and warns where nobody tried. */
    public void check() {
        String os = System.getProperty("os.name");
        String arch = System.getProperty("os.arch");
        boolean platform = os.equals("Linux") && (arch.equals("amd64") || arch.equals("aarch64"));
        if (!platform) {
            throw new IllegalArgumentException(
                    "Hindsight works on Linux on x86-64 and aarch64, not on " + os + " " + arch);
        }
        int feature = Runtime.version().feature();
        if (feature < OLDEST) {
            throw new IllegalArgumentException("Hindsight works on JDK " + OLDEST + " and newer, not on " + feature);
        }
        if (feature != OLDEST && feature != NEWEST) {
            System.err.println("hindsight: WARNING: JDK " + feature + " is untested; tested are " + OLDEST + " and "
                    + NEWEST + ". What a replay says is still checked, but it may diverge.");
        }
    }
}
