/** Interrupts come before a wait, during it and together with a notification. */
public class WaitInterrupted {
    private static final Object LOCK = new Object();
    private static volatile boolean inside;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 12; i++) {
            inside = false;
            int round = i;
            Thread thread = new Thread(() -> await(round));
            if (i % 4 == 0) {
                thread.start();
                thread.interrupt();
            } else {
                thread.start();
                while (!inside) {
                    Thread.onSpinWait();
                }
                synchronized (LOCK) {
                    if (i % 4 != 1) {
                        LOCK.notify();
                    }
                    if (i % 4 != 2) {
                        thread.interrupt();
                    }
                }
            }
            thread.join();
        }
    }

    private static void await(int round) {
        synchronized (LOCK) {
            inside = true;
            try {
                LOCK.wait(3);
                System.out.println(round + " woke, " + Thread.currentThread().isInterrupted());
            } catch (InterruptedException e) {
                System.out.println(round + " " + e + ", " + Thread.interrupted());
            }
        }
    }
}
