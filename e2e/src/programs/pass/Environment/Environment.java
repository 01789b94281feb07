// same-as-plain
import java.util.Map;
import java.util.TreeMap;

/** Prints the whole environment, by name. */
public class Environment {
    public static void main(String[] args) {
        for (Map.Entry<String, String> entry : new TreeMap<>(System.getenv()).entrySet()) {
            System.out.println(entry);
        }
        System.out.println(System.getenv("TZ") + " " + System.getenv("HINDSIGHT_E2E") + " " + System.getenv("NOT_SET"));
        System.out.println(System.getenv().containsKey("JAVA_TOOL_OPTIONS") + " "
                + System.getenv().containsKey("JDK_JAVA_OPTIONS"));
        System.out.println(new ProcessBuilder("true").environment().equals(System.getenv()));
        try {
            System.getenv().put("A", "b");
        } catch (UnsupportedOperationException e) {
            e.printStackTrace(System.out);
        }
    }
}
