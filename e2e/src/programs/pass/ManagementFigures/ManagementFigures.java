import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.ThreadMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;

/** Figures of the beans that other programs do not ask for. */
public class ManagementFigures {
    public static void main(String[] args) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        System.out.println(threads.getThreadCount() + " " + threads.getPeakThreadCount() + " "
                + threads.getDaemonThreadCount() + " " + threads.getTotalStartedThreadCount());
        threads.resetPeakThreadCount();
        threads.setThreadContentionMonitoringEnabled(true);
        System.out.println(threads.isThreadContentionMonitoringEnabled() + " " + threads.isThreadCpuTimeEnabled());
        long[] ids = {Thread.currentThread().getId()};
        System.out.println(threads.getThreadCpuTime(ids)[0] + " " + threads.getThreadUserTime(ids)[0] + " "
                + threads.getThreadAllocatedBytes(ids)[0]);
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        System.out.println(classes.getLoadedClassCount() + " " + classes.getUnloadedClassCount() + " "
                + classes.getTotalLoadedClassCount() + " " + classes.isVerbose());
        System.out.println(ManagementFactory.getMemoryMXBean().isVerbose());
        UnixOperatingSystemMXBean system =
                (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.println(system.getTotalSwapSpaceSize() + " " + system.getFreeSwapSpaceSize() + " "
                + system.getMaxFileDescriptorCount() + " " + system.getAvailableProcessors());
        File dump = new File("heap.hprof");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(dump.getPath(), true);
        System.out.println(dump.length() + " " + dump.delete());
    }
}
