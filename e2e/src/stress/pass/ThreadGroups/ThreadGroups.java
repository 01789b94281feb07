import java.util.Arrays;

/** Groups, what is active in them, and an interrupt for all of a group. */
public class ThreadGroups {
    private static int order;

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup outer = new ThreadGroup("outer");
        ThreadGroup inner = new ThreadGroup(outer, "inner");
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(i % 2 == 0 ? outer : inner, () -> sleep(number), "member " + i);
            threads[i].start();
        }
        Thread.sleep(2);
        Thread[] found = new Thread[10];
        int count = outer.enumerate(found);
        System.out.println(outer.activeCount() + " " + outer.activeGroupCount() + " "
                + Arrays.stream(found)
                        .limit(count)
                        .map(Thread::getName)
                        .sorted()
                        .toList());
        outer.interrupt();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(inner.activeCount() + " " + inner.getParent().getName() + " " + order);
    }

    private static void sleep(int number) {
        try {
            Thread.sleep(5_000);
        } catch (InterruptedException e) {
            order = order * 10 + number + 1;
            System.out.println(Thread.currentThread().getThreadGroup().getName() + " " + order);
        }
    }
}
