/** A thread that joins another is interrupted, and each of several joins the one before it. */
public class JoinInterrupted {
    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> pause(20), "sleeper");
        sleeper.start();
        Thread joiner = new Thread(() -> join(sleeper), "joiner");
        joiner.start();
        Thread.sleep(2);
        joiner.interrupt();
        joiner.join();
        Thread before = sleeper;
        for (int i = 0; i < 10; i++) {
            Thread last = before;
            before = new Thread(() -> join(last), "chain " + i);
            before.start();
        }
        before.join();
        System.out.println(sleeper.isAlive() + " " + System.nanoTime());
    }

    private static void join(Thread thread) {
        long from = System.nanoTime();
        try {
            thread.join();
            System.out.println(Thread.currentThread().getName() + " saw the end of " + thread.getName());
        } catch (InterruptedException e) {
            System.out.println(Thread.currentThread().getName() + " " + e + " after " + (System.nanoTime() - from));
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            System.out.println(e);
        }
    }
}
