// same-as-plain
import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads files through FileInputStream in every way it offers, and fails in every way. */
public class ReadFileStream {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        try (FileInputStream in = new FileInputStream("letters.txt")) {
            System.out.println("available " + in.available());
            System.out.println("one " + in.read());
            byte[] four = new byte[4];
            System.out.println("array " + in.read(four) + " " + new String(four));
            byte[] ten = new byte[10];
            System.out.println("offset " + in.read(ten, 3, 5) + " " + Arrays.toString(ten));
            System.out.println("nothing " + in.read(ten, 0, 0));
            System.out.println("skip " + in.skip(3) + ", available " + in.available());
            System.out.println("skip back " + in.skip(-2) + ", next " + (char) in.read());
            System.out.println("mark supported " + in.markSupported());
            System.out.println("nBytes " + new String(in.readNBytes(4)));
            System.out.println("rest " + new String(in.readAllBytes()).strip());
            System.out.println("at end " + in.read() + " " + in.read(four) + " " + in.available());
            System.out.println("skip past end " + in.skip(100) + ", available " + in.available());
            System.out.println("descriptor valid " + in.getFD().valid());
        }
        try (InputStream in = new BufferedInputStream(new FileInputStream(new File("letters.txt")), 8)) {
            in.mark(16);
            System.out.println("buffered " + (char) in.read() + (char) in.read() + (char) in.read());
            in.reset();
            System.out.println("again " + (char) in.read());
            in.transferTo(System.out);
        }
        try (FileInputStream in = new FileInputStream("empty.txt")) {
            System.out.println("empty " + in.available() + " " + in.read() + " " + in.readAllBytes().length);
        }
        attempt("missing", () -> new FileInputStream("missing.txt").close());
        attempt("directory", () -> new FileInputStream(".").close());
        attempt("below a file", () -> new FileInputStream("letters.txt/below").close());
        attempt("nul in name", () -> new FileInputStream("a\0b").close());
        attempt("no array", () -> {
            try (FileInputStream in = new FileInputStream("letters.txt")) {
                in.read(null);
            }
        });
        attempt("bad range", () -> {
            try (FileInputStream in = new FileInputStream("letters.txt")) {
                in.read(new byte[4], 2, 3);
            }
        });
        attempt("after close", () -> {
            FileInputStream in = new FileInputStream("letters.txt");
            in.close();
            in.close();
            in.read();
        });
        attempt("invalid descriptor", () -> new FileInputStream(new FileDescriptor()).read());
    }

    private static void attempt(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": no exception");
        } catch (Exception e) {
            System.out.println(what + ":");
            e.printStackTrace(System.out);
        }
    }
}
