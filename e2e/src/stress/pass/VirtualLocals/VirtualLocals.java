// jdk: 21+
import java.util.ArrayList;
import java.util.List;

/** Values of virtual threads, inherited or not. */
public class VirtualLocals {
    private static int made;
    private static final ThreadLocal<Integer> OWN = ThreadLocal.withInitial(() -> ++made);
    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    public static void main(String[] args) throws InterruptedException {
        INHERITED.set("main");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            threads.add(Thread.ofVirtual()
                    .inheritInheritableThreadLocals(i % 2 == 0)
                    .start(() -> {
                        Thread.yield();
                        OWN.set(OWN.get() * 10 + number);
                        Thread.yield();
                        System.out.println(number + " " + OWN.get() + " " + INHERITED.get());
                    }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
