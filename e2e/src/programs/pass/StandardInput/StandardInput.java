// same-as-plain
// stdin: Ada 36\nGrace 85\n\u00e9t\u00e9\n1,5 0x1F true\nthe rest\nof the\tinput
import java.io.IOException;
import java.io.InputStream;
import java.util.NoSuchElementException;
import java.util.Scanner;

/** Reads piped standard input with a Scanner until there is no more. */
public class StandardInput {
    public static void main(String[] args) throws IOException {
        InputStream raw = System.in;
        System.out.println("first byte " + raw.read());
        Scanner in = new Scanner(System.in, "UTF-8");
        System.out.println(in.next() + " is " + in.nextInt());
        System.out.println(in.next() + " is " + in.nextInt());
        in.nextLine();
        System.out.println("line " + in.nextLine());
        System.out.println("token " + in.next() + ", boolean next " + in.hasNextBoolean());
        System.out.println(in.findInLine("x(..)") + " " + in.nextBoolean());
        in.nextLine();
        while (in.hasNextLine()) {
            System.out.println("> " + in.nextLine());
        }
        try {
            in.next();
        } catch (NoSuchElementException e) {
            e.printStackTrace(System.out);
        }
        System.out.println("at end " + raw.read() + " " + raw.available());
    }
}
