/** Exceptions that the JVM throws by itself, in code so hot that the JIT would leave their messages and stack traces out. */
public class FastThrows {
    private static final int ROUNDS = 40_000;

    public static void main(String[] args) {
        int[] numbers = new int[4];
        Object[] texts = new String[1];
        int bare = 0;
        for (int i = 0; i < ROUNDS; i++) {
            bare += isBare(() -> element(numbers, 4)) + isBare(() -> length(null)) + isBare(() -> half(0));
            bare += isBare(() -> store(texts)) + isBare(() -> cast(numbers));
        }
        System.out.println(bare + " of " + 5 * ROUNDS + " without a message or a stack trace");
    }

    private static int isBare(Runnable throwing) {
        try {
            throwing.run();
            throw new IllegalStateException("nothing was thrown");
        } catch (IndexOutOfBoundsException | NullPointerException | ArithmeticException | ArrayStoreException | ClassCastException e) {
            return e.getMessage() == null || e.getStackTrace().length == 0 ? 1 : 0;
        }
    }

    private static int element(int[] from, int index) {
        return from[index];
    }

    private static int length(String text) {
        return text.length();
    }

    private static int half(int by) {
        return 2 / by;
    }

    private static void store(Object[] into) {
        into[0] = ROUNDS;
    }

    private static String cast(Object object) {
        return (String) object;
    }
}
