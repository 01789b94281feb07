// jvm: -Xmx100m -Dgiven=1
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.Optional;
import java.util.TreeMap;

/** Prints who this process is: its id, its start, its arguments, its environment. */
public class ProcessIdentity {
    public static void main(String[] args) {
        ProcessHandle self = ProcessHandle.current();
        System.out.println(self.pid() + " " + self + " " + self.isAlive() + " " + self.supportsNormalTermination());
        ProcessHandle.Info info = self.info();
        System.out.println(info.command().isPresent() + " " + info.startInstant() + " " + info.user());
        System.out.println(info.totalCpuDuration());
        System.out.println(self.children().count() + " children "
                + ProcessHandle.of(self.pid()).equals(Optional.of(self)));
        System.out.println("environment in its own order " + System.getenv());
        RuntimeMXBean bean = ManagementFactory.getRuntimeMXBean();
        System.out.println(bean.getName() + " " + bean.getPid());
        System.out.println("arguments " + bean.getInputArguments());
        System.out.println(bean.getStartTime() + " " + bean.getUptime());
        System.out.println(bean.getVmName() + " " + bean.getVmVersion() + " " + bean.getSpecVersion());
        System.out.println(bean.getClassPath() + " " + bean.isBootClassPathSupported());
        System.out.println(new TreeMap<>(bean.getSystemProperties()).keySet());
        System.out.println(Thread.currentThread() + " " + Thread.currentThread().getId() + " "
                + Thread.currentThread().getThreadGroup() + " "
                + Thread.currentThread().getContextClassLoader());
    }
}
