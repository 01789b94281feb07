// same-as-plain
// stdin: never read\n
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

/** Redirects all three standard streams to memory and to files and back. */
public class RedirectedStreams {
    public static void main(String[] args) throws IOException {
        PrintStream out = System.out;
        PrintStream err = System.err;
        InputStream in = System.in;
        ByteArrayOutputStream memory = new ByteArrayOutputStream();
        System.setOut(new PrintStream(memory, true, StandardCharsets.UTF_8));
        System.out.println("into memory");
        System.setOut(new PrintStream(new FileOutputStream("out.txt"), true));
        System.out.println("into a file");
        System.setErr(System.out);
        System.err.println("errors, too");
        new IllegalStateException("printed").printStackTrace();
        System.out.close();
        System.setOut(out);
        System.setErr(err);
        System.out.print(memory);
        System.out.print(Files.readString(Path.of("out.txt")));
        System.setIn(new ByteArrayInputStream("from memory\n".getBytes()));
        System.out.println(new Scanner(System.in).nextLine());
        System.setIn(new FileInputStream("in.txt"));
        System.out.println(new Scanner(System.in).nextLine());
        System.setIn(in);
        try (PrintStream raw = new PrintStream(new FileOutputStream(FileDescriptor.out), true)) {
            raw.println("by descriptor");
        }
        System.err.println("to standard error after standard output was closed");
        System.out.println("lost");
        System.err.println(System.out.checkError());
    }
}
