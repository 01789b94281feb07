/** Asks for identity hashes before it does anything else. */
public class FirstHash {
    private static final int FIRST = new Object().hashCode();

    public static void main(String[] args) {
        int second = System.identityHashCode(args);
        System.out.println(FIRST);
        System.out.println(second);
    }
}
