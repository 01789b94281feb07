// jdk: 21+
import java.util.concurrent.locks.LockSupport;

/** Virtual threads are interrupted where they sleep, park, wait and run. */
public class VirtualInterrupts {
    private interface Task {
        void run() throws InterruptedException;
    }

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        interrupt("sleep", () -> Thread.sleep(10_000));
        interrupt("park", LockSupport::park);
        interrupt("wait", () -> {
            synchronized (lock) {
                lock.wait();
            }
        });
        interrupt("run", () -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        });
    }

    private static void interrupt(String name, Task task) throws InterruptedException {
        Thread thread = Thread.startVirtualThread(() -> {
            try {
                task.run();
                System.out.println(name + " ended, " + Thread.interrupted());
            } catch (InterruptedException e) {
                System.out.println(name + " " + e);
            }
        });
        Thread.sleep(2);
        thread.interrupt();
        thread.join();
    }
}
