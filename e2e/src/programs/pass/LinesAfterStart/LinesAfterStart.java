/** Methods that ran when the first thread started still tell their lines. */
public class LinesAfterStart {
    static final class Starter {
        private Starter() {}

        static void run() throws InterruptedException {
            Thread other = new Thread(() -> System.out.println("other"));
            other.start();
            other.join();
            show(new Exception());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Starter.run();
        show(new Exception());
    }

    private static void show(Exception exception) {
        for (StackTraceElement frame : exception.getStackTrace()) {
            if (frame.getFileName() == null || frame.getLineNumber() <= 0) {
                throw new IllegalStateException(frame + " has no line");
            }
            System.out.println(frame);
        }
    }
}
