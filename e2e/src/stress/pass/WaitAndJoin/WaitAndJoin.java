/** Threads wait in a monitor that others have just given up, and in those of threads that the JVM puts away. */
public class WaitAndJoin {
    private static final Object LOCK = new Object();
    private static int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> run(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum);
    }

    private static void run(int number) {
        try {
            for (int i = 0; i < 40; i++) {
                synchronized (LOCK) {
                    LOCK.notifyAll();
                    LOCK.wait(5);
                }
                Thread helper = new Thread(() -> sum = sum * 31 + number);
                helper.start();
                helper.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
