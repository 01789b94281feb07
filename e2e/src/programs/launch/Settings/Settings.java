import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** Prints what its virtual machine was told, by whichever way. */
public class Settings {
    private static final int DEEP = 150_000;

    public static void main(String[] args) throws Exception {
        System.out.println("arguments " + Arrays.toString(args));
        System.out.println("options " + ManagementFactory.getRuntimeMXBean().getInputArguments());
        System.out.println("command "
                + Arrays.toString(ProcessHandle.current().info().arguments().orElse(new String[0])));
        System.out.println("heap " + Runtime.getRuntime().maxMemory());
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            System.out.println(
                    "collector " + collector.getName() + " of " + Arrays.toString(collector.getMemoryPoolNames()));
        }
        System.out.println("heap at most "
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax());
        HotSpotDiagnosticMXBean machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        for (String name : List.of("InitialHeapSize", "MaxHeapSize", "UseSerialGC", "UseG1GC", "ThreadStackSize")) {
            System.out.println(machine.getVMOption(name));
        }
        System.out.println("assertions " + Settings.class.desiredAssertionStatus());
        System.out.println("deep stack " + reaches(DEEP));
        System.out.println("open " + size());
        System.out.println("properties " + new TreeMap<>(System.getProperties()));
        for (String name : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
            System.out.println(name + " " + System.getenv(name));
        }
        System.out.println("at " + System.nanoTime());
    }

    private static boolean reaches(int depth) {
        try {
            return down(depth) == 0;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    private static int down(int depth) {
        return depth == 0 ? 0 : down(depth - 1);
    }

    private static String size() throws ReflectiveOperationException {
        Field size = ArrayList.class.getDeclaredField("size");
        try {
            size.setAccessible(true);
            return size.get(new ArrayList<>(List.of("one"))).toString();
        } catch (RuntimeException e) {
            return e.getMessage();
        }
    }
}
