/** Values of threads: own ones and those that a thread got from the one that made it. */
public class ThreadLocals {
    private static int made;
    private static final ThreadLocal<Integer> OWN = ThreadLocal.withInitial(() -> ++made);
    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parent) {
            return parent + "+";
        }
    };

    public static void main(String[] args) throws InterruptedException {
        INHERITED.set("main");
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number, 2));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(made + " " + INHERITED.get());
    }

    private static void work(int number, int depth) {
        Thread.yield();
        for (int i = 0; i < 3; i++) {
            OWN.set(OWN.get() * 3 + number);
            Thread.yield();
        }
        System.out.println(number + " " + INHERITED.get() + " " + OWN.get());
        OWN.remove();
        if (depth > 0) {
            Thread child = new Thread(() -> work(number, depth - 1));
            child.start();
            try {
                child.join();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        }
        System.out.println(number + " again " + OWN.get());
    }
}
