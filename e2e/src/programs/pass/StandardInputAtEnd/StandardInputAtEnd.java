// same-as-plain
// stdin: closed
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;

/** Asks an empty standard input and a console that is not there. */
public class StandardInputAtEnd {
    public static void main(String[] args) throws IOException {
        System.out.println("console " + (System.console() == null ? "none" : "there"));
        System.out.println("available " + System.in.available());
        System.out.println("read " + System.in.read());
        System.out.println("array " + System.in.read(new byte[10]));
        System.out.println("line " + new BufferedReader(new InputStreamReader(System.in)).readLine());
        System.out.println("descriptor " + new FileInputStream(FileDescriptor.in).read());
        System.in.close();
        try {
            System.out.println(System.in.read());
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
        try {
            System.out.println(System.in.available());
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
    }
}
