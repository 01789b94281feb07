import java.io.IOException;
import java.util.Arrays;

/** Prints its arguments and its input, and ends with as many as it was given. */
public class Echo {
    public static void main(String[] args) throws IOException {
        System.out.println(Arrays.toString(args) + " at " + System.nanoTime());
        System.out.println("class path " + System.getProperty("java.class.path"));
        System.out.println("module " + Echo.class.getModule());
        System.out.println("input " + new String(System.in.readAllBytes()));
        System.err.println("to standard error");
        System.exit(args.length);
    }
}
