/** Threads wait in the monitors of threads, among them one that ends. */
public class ThreadAsMonitor {
    private static final StringBuffer ORDER = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        Thread ending = new Thread(() -> {
            for (int i = 0; i < 40_000; i++) {
                if (i % 10_000 == 0) {
                    ORDER.append('.');
                }
            }
        });
        Thread[] waiting = new Thread[3];
        for (int i = 0; i < waiting.length; i++) {
            int number = i;
            waiting[i] = new Thread(() -> {
                synchronized (ending) {
                    try {
                        while (ending.isAlive()) {
                            ending.wait(5);
                            ORDER.append(number);
                        }
                    } catch (InterruptedException e) {
                        ORDER.append(e);
                    }
                }
            });
        }
        ending.start();
        for (Thread thread : waiting) {
            thread.start();
        }
        for (Thread thread : waiting) {
            thread.join();
        }
        System.out.println(ORDER.charAt(0) + " " + ORDER);
    }
}
