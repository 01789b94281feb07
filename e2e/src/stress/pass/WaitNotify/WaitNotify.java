/** A box for one number: notify wakes whoever has waited longest. */
public class WaitNotify {
    private final StringBuilder order = new StringBuilder();
    private int value;
    private boolean full;

    private synchronized void put(int number) throws InterruptedException {
        while (full) {
            wait();
        }
        value = number;
        full = true;
        notifyAll();
    }

    private synchronized void take(int taker) throws InterruptedException {
        while (!full) {
            wait();
        }
        order.append(taker).append(':').append(value).append(' ');
        full = false;
        notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        WaitNotify box = new WaitNotify();
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    for (int k = 0; k < 30; k++) {
                        if (number % 2 == 0) {
                            box.put(number * 100 + k);
                        } else {
                            box.take(number);
                        }
                    }
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(box.order);
    }
}
