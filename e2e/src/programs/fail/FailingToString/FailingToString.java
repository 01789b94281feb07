// exit 1
// same-as-plain
/** Ends with an exception that counts how often it is asked, and at last fails itself. */
public class FailingToString {
    private static int asked;

    static class Counting extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            asked++;
            System.out.println("asked " + asked);
            if (Thread.currentThread().getName().equals("main")) {
                throw new IllegalStateException("no text");
            }
            return "text " + asked;
        }

        @Override
        public synchronized Throwable getCause() {
            System.out.println("cause");
            return null;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(
                () -> {
                    throw new Counting();
                },
                "other");
        thread.start();
        thread.join();
        throw new Counting();
    }
}
