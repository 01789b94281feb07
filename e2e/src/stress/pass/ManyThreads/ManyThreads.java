/** Two hundred threads, most of them short. */
public class ManyThreads {
    private static final StringBuffer ORDER = new StringBuffer();
    private static int counter;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[200];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER + " " + counter);
    }

    private static void work(int number) {
        int seen = counter;
        if (number % 5 == 0) {
            Thread.yield();
        }
        if (number % 20 == 0) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                ORDER.append(e);
            }
        }
        counter = seen + 1;
        ORDER.append(number).append(' ');
    }
}
