/** The program ends while daemons compute, sleep, wait and hold a monitor. */
public class DaemonsLeftBehind {
    private static final Object LOCK = new Object();
    private static volatile long counter;

    public static void main(String[] args) throws InterruptedException {
        daemon(() -> {
            while (true) {
                counter++;
            }
        });
        daemon(() -> {
            while (true) {
                Thread.sleep(1);
                System.out.println("tick " + counter);
            }
        });
        daemon(() -> {
            synchronized (LOCK) {
                LOCK.wait();
            }
        });
        daemon(() -> {
            synchronized (LOCK) {
                Thread.sleep(100_000);
            }
        });
        Thread.sleep(8);
        System.out.println("the end at " + counter);
    }

    private interface Task {
        void run() throws InterruptedException;
    }

    private static void daemon(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
