// same-as-plain
// args: one two
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which threads and packages there are; Hindsight's own are none of the program's business. */
public class ThreadsSeen {
    public static void main(String[] args) {
        Thread made = new Thread(() -> {});
        Thread next = new Thread(() -> {});
        System.out.println(made.getName() + " " + next.getName() + " " + (made.getId() + 1 == next.getId()));
        System.out.println("ids " + Thread.currentThread().getId() + " " + made.getId());
        Map<String, Integer> stacks = new TreeMap<>();
        Thread.getAllStackTraces().forEach((thread, stack) -> stacks.merge(thread.getName(), 1, Integer::sum));
        System.out.println(stacks);
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] threads = new Thread[100];
        int count = group.enumerate(threads);
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            names.add(threads[i].getName() + " in " + threads[i].getThreadGroup().getName());
        }
        System.out.println(names + " " + group.activeCount() + " " + group.activeGroupCount());
        long ours = 0;
        for (Package known : Package.getPackages()) {
            ours += known.getName().startsWith("dev.hindsight") ? 1 : 0;
        }
        System.out.println("packages of Hindsight " + ours);
    }
}
