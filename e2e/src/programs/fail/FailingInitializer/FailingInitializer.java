// exit 1
/** The static initialiser of the main class fails. */
public class FailingInitializer {
    static class Inner {
        static final int VALUE = compute();

        static int compute() {
            throw new IllegalStateException("initialised at " + System.nanoTime());
        }
    }

    static final int VALUE;

    static {
        System.out.println("initialising at " + System.currentTimeMillis());
        try {
            System.out.println(Inner.VALUE);
        } catch (ExceptionInInitializerError e) {
            e.printStackTrace(System.out);
        }
        try {
            System.out.println(Inner.VALUE);
        } catch (NoClassDefFoundError e) {
            e.printStackTrace(System.out);
        }
        VALUE = Integer.parseInt("no number " + new Object().hashCode());
    }

    public static void main(String[] args) {
        System.out.println("never printed");
    }
}
