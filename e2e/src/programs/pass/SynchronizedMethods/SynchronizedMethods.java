/** Synchronized methods, timed waits, interrupts, a thread that spins and one that never ends. */
public class SynchronizedMethods {
    private static int total;
    private int value;
    private volatile boolean stop;

    private synchronized void add() {
        int seen = value;
        for (int i = 0; i < 100; i++) {
            seen += i % 2 == 0 ? 1 : -1;
        }
        value = seen + 1;
    }

    private static synchronized void addToTotal() {
        total++;
    }

    private synchronized void await(int least) throws InterruptedException {
        while (value < least) {
            wait(50);
        }
    }

    private synchronized void signal() {
        value++;
        notify();
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedMethods shared = new SynchronizedMethods();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread() {
                @Override
                public void run() {
                    for (int k = 0; k < 2000; k++) {
                        shared.add();
                        addToTotal();
                    }
                }
            };
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared.value + " " + total);
        Thread waiting = start(() -> {
            shared.await(8010);
            System.out.println("there are " + shared.value);
        });
        for (int i = 0; i < 10; i++) {
            shared.signal();
            Thread.sleep(1);
        }
        waiting.join();
        interrupt(start(() -> Thread.sleep(100_000)));
        interrupt(start(() -> {
            synchronized (shared) {
                shared.wait();
            }
        }));
        Thread spinning = start(() -> {
            long rounds = 0;
            while (!shared.stop) {
                rounds++;
            }
            System.out.println("stopped " + (rounds > 0));
        });
        Thread.sleep(10);
        shared.stop = true;
        spinning.join(10_000);
        System.out.println(spinning.isAlive());
        Thread endless = new Thread(() -> {
            while (true) {
                Thread.yield();
            }
        });
        endless.setDaemon(true);
        endless.start();
        System.out.println("done");
    }

    private interface Task {
        void run() throws InterruptedException;
    }

    private static Thread start(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (InterruptedException e) {
                System.out.println(e + " " + Thread.currentThread().isInterrupted());
            }
        });
        thread.start();
        return thread;
    }

    private static void interrupt(Thread thread) throws InterruptedException {
        Thread.sleep(5);
        thread.interrupt();
        thread.join();
    }
}
