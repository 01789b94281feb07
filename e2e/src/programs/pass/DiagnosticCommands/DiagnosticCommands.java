import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What jcmd would print, as a program gets it. */
public class DiagnosticCommands {
    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
        String[] parameters = {String[].class.getName()};
        System.out.println(server.invoke(commands, "vmUptime", new Object[] {new String[] {"-date"}}, parameters));
        System.out.println(server.invoke(commands, "gcHeapInfo", new Object[0], new String[0]));
        String classes = (String) server.invoke(commands, "gcClassHistogram", new Object[] {new String[0]}, parameters);
        System.out.println(classes.lines().count() > 100);
        System.out.println(classes.hashCode());
    }
}
