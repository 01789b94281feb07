// same-as-plain
// args: a b "c d"
// jvm: -Dset.by.flag=yes -Xmx64m
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Prints all system properties as the program sees them. */
public class SystemProperties {
    public static void main(String[] args) {
        System.out.println(Arrays.toString(args));
        for (Map.Entry<Object, Object> entry : new TreeMap<>(System.getProperties()).entrySet()) {
            System.out.println(
                    entry.getKey() + "=" + entry.getValue().toString().replace("\n", "\\n"));
        }
        System.out.println(System.getProperty("set.by.flag") + " " + System.getProperty("not.set", "default"));
        System.out.println(System.lineSeparator().length() + " " + Runtime.version());
        System.out.println(ManagementFactory.getRuntimeMXBean().getInputArguments());
        System.setProperty("set.by.program", "1");
        System.clearProperty("set.by.flag");
        System.out.println(System.getProperty("set.by.program") + " " + System.getProperty("set.by.flag"));
        System.out.println(Integer.getInteger("set.by.program") + " " + Boolean.getBoolean("missing"));
        System.setProperties(new Properties());
        System.out.println(System.getProperty("user.home") != null);
    }
}
