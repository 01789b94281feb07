/** Exceptions that end threads go to the handler of the thread, of the group, or to the default one. */
public class UncaughtHandlers {
    private static int thrown;

    private static final class Group extends ThreadGroup {
        Group() {
            super("handling");
        }

        @Override
        public void uncaughtException(Thread thread, Throwable exception) {
            System.out.println("group: " + thread.getName() + " " + exception.getMessage());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) ->
                System.out.println("default: " + thread.getName() + " " + exception.getMessage()));
        Group group = new Group();
        Thread[] threads = new Thread[9];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(i % 3 == 0 ? group : null, UncaughtHandlers::fail, "thread " + i);
            if (i % 3 == 1) {
                threads[i].setUncaughtExceptionHandler((thread, exception) ->
                        System.out.println("own: " + thread.getName() + " " + exception.getMessage()));
            }
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(thrown);
    }

    private static void fail() {
        for (int i = 0; i < 15_000; i++) {
            thrown++;
        }
        throw new IllegalStateException("at " + thrown);
    }
}
