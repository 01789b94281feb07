// exit 1
/** A handler of the program sees the uncaught exception and does not stop the end. */
public class UncaughtHandler {
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> {
            System.out.println(thread.getName() + " died at " + System.nanoTime());
            exception.printStackTrace(System.out);
        });
        Object[] objects = {new Object(), "text"};
        System.out.println(objects[0]);
        throw new IllegalStateException("for the handler " + objects[0].hashCode(), new RuntimeException("cause"));
    }
}
