/** Threads that override run, with and without a task, and one that runs its run itself. */
public class SubclassedThreads {
    private static final StringBuffer ORDER = new StringBuffer();

    private static class Own extends Thread {
        private final int number;

        Own(int number) {
            super(() -> ORDER.append("task"));
            this.number = number;
        }

        @Override
        public void run() {
            for (int i = 0; i < 20; i++) {
                ORDER.append(number);
                Thread.yield();
            }
        }
    }

    private static final class Deeper extends Own {
        Deeper(int number) {
            super(number);
        }

        @Override
        public void run() {
            ORDER.append('<');
            super.run();
            ORDER.append('>');
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {new Own(0), new Deeper(1), new Own(2), new Deeper(3)};
        for (Thread thread : threads) {
            thread.start();
        }
        new Own(4).run();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }
}
