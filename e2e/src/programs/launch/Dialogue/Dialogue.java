import java.io.Console;
import java.io.IOException;
import java.util.Arrays;

/** Talks to whoever sits at its terminal, by standard input first and then by the console. */
public class Dialogue {
    public static void main(String[] args) throws IOException {
        byte[] bytes = new byte[80];
        System.out.print("bytes? ");
        System.out.flush();
        int count = System.in.read(bytes);
        System.out.println(count + " bytes " + Arrays.toString(Arrays.copyOf(bytes, Math.max(count, 0))));
        Console console = System.console();
        if (console == null) {
            System.out.println("no console");
            return;
        }
        String name = console.readLine("name of %s? ", "the user");
        console.printf("hello %s%n", name);
        char[] password = console.readPassword("password? ");
        console.format("it has %d characters and hash %d%n", password.length, Arrays.hashCode(password));
        console.writer().print("character? ");
        console.flush();
        console.printf("character %d%n", console.reader().read());
        console.printf("rest %s%n", console.readLine("rest? "));
        console.printf("line at the end %s%n", console.readLine("more? "));
        console.printf("password at the end %s%n", Arrays.toString(console.readPassword("last? ")));
        System.out.println(console.charset() + " at " + System.nanoTime());
    }
}
