// jdk: 25+
import java.util.ArrayList;
import java.util.List;

/** Threads bind values to scopes, one inside the other, and count in a field without a lock. */
public class ScopedValues {
    private static final ScopedValue<String> NAME = ScopedValue.newInstance();
    private static final ScopedValue<Integer> DEPTH = ScopedValue.newInstance();
    private static int calls;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String name = "scope " + i;
            Runnable task = () -> ScopedValue.where(NAME, name).where(DEPTH, 0).run(ScopedValues::descend);
            threads.add(i % 2 == 0 ? Thread.ofVirtual().start(task) : Thread.ofPlatform().start(task));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(calls + " " + NAME.isBound());
    }

    private static void descend() {
        int depth = DEPTH.get();
        int seen = calls;
        Thread.yield();
        calls = seen + 1;
        if (depth < 5) {
            ScopedValue.where(DEPTH, depth + 1).run(ScopedValues::descend);
        } else {
            System.out.println(NAME.get() + " " + DEPTH.get() + " " + calls);
        }
    }
}
