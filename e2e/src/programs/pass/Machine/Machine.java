// jvm: -Xmx80m

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Prints what the machine and the collector look like: processors, memory, load, user, and what the beans say. */
public class Machine {
    public static void main(String[] args) throws Exception {
        Runtime runtime = Runtime.getRuntime();
        System.out.println("processors " + runtime.availableProcessors());
        for (int i = 0; i < 50; i++) {
            byte[] garbage = new byte[100_000 + i];
            System.out.println(garbage.length + ": free " + runtime.freeMemory() + " of " + runtime.totalMemory());
        }
        System.gc();
        System.out.println("after gc " + runtime.freeMemory() + " max " + runtime.maxMemory());
        System.out.println(System.getProperty("user.name") + " " + System.getProperty("user.home") + " "
                + System.getProperty("user.dir"));
        beans();
        server();
    }

    private static void beans() {
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            System.out.println(bean.getName() + " " + bean.getCollectionCount() + " " + bean.getCollectionTime());
        }
        for (MemoryPoolMXBean bean : ManagementFactory.getMemoryPoolMXBeans()) {
            System.out.println(bean.getName() + " " + bean.getUsage() + " " + bean.getPeakUsage() + " "
                    + bean.getCollectionUsage());
        }
        System.out.println(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage() + " "
                + ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        System.out.println(threads.getCurrentThreadCpuTime() + " " + threads.getCurrentThreadUserTime() + " "
                + threads.getThreadCpuTime(Thread.currentThread().getId()));
        com.sun.management.ThreadMXBean more = (com.sun.management.ThreadMXBean) threads;
        System.out.println(more.getThreadAllocatedBytes(Thread.currentThread().getId()) + " "
                + Arrays.toString(more.getThreadCpuTime(new long[] {1})));
        com.sun.management.OperatingSystemMXBean system =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.out.println(system.getSystemLoadAverage() + " " + system.getCpuLoad() + " " + system.getProcessCpuLoad()
                + " " + system.getProcessCpuTime() + " " + system.getFreeMemorySize() + " "
                + system.getTotalMemorySize() + " " + system.getCommittedVirtualMemorySize() + " "
                + system.getFreeSwapSpaceSize());
        System.out.println(((com.sun.management.UnixOperatingSystemMXBean) system).getOpenFileDescriptorCount());
        System.out.println(ManagementFactory.getCompilationMXBean().getTotalCompilationTime() + " "
                + ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
    }

    private static void server() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        System.out.println(server.getAttribute(new ObjectName("java.lang:type=Memory"), "HeapMemoryUsage"));
        for (ObjectName name : server.queryNames(new ObjectName("java.lang:type=GarbageCollector,*"), null)) {
            System.out.println(name + " " + server.getAttribute(name, "CollectionCount") + " "
                    + server.getAttribute(name, "CollectionTime"));
        }
        System.out.println(server.getAttribute(new ObjectName("java.lang:type=OperatingSystem"), "ProcessCpuTime"));
    }
}
