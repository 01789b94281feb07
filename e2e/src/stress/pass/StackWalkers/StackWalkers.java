/** Threads that look at their own stack and throw from different depths. */
public class StackWalkers {
    private static long shared;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 30; k++) {
                    shared = shared * 31 + depth(k % 7, number);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared);
    }

    private static synchronized long depth(int left, int number) {
        if (left > 0) {
            return depth(left - 1, number) + 1;
        }
        Thread.yield();
        long frames = StackWalker.getInstance()
                .walk(stack -> stack.filter(frame -> frame.getClassName().equals("StackWalkers"))
                        .count());
        StackTraceElement top = new Throwable().getStackTrace()[0];
        return frames * 100 + top.getLineNumber() + number;
    }
}
