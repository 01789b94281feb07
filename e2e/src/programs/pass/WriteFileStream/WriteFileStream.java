// same-as-plain
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes files through FileOutputStream and reads them back. */
public class WriteFileStream {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        try (FileOutputStream out = new FileOutputStream("out.bin")) {
            out.write('A');
            out.write(new byte[] {1, 2, 3});
            out.write(new byte[] {9, 9, 4, 5, 9}, 2, 2);
            out.write(new byte[0]);
            out.flush();
            show("while open", "out.bin");
            out.getFD().sync();
        }
        show("written", "out.bin");
        try (FileOutputStream out = new FileOutputStream("out.bin", true)) {
            out.write(new byte[] {6, 7});
        }
        show("appended", "out.bin");
        try (FileOutputStream out = new FileOutputStream(new File("out.bin"), false)) {
            out.write("over".getBytes(StandardCharsets.UTF_8));
        }
        show("overwritten", "out.bin");
        try (FileOutputStream out = new FileOutputStream("existing.txt", true)) {
            out.write("one line more\n".getBytes(StandardCharsets.UTF_8));
        }
        show("existing", "existing.txt");
        byte[] large = new byte[100_000];
        Arrays.fill(large, (byte) 'x');
        try (BufferedOutputStream out = new BufferedOutputStream(new FileOutputStream("large.bin"), 1 << 15)) {
            out.write(large);
            out.write('y');
        }
        System.out.println("large " + new File("large.bin").length());
        try (BufferedWriter out = new BufferedWriter(
                new OutputStreamWriter(new FileOutputStream("utf16.txt"), StandardCharsets.UTF_16BE))) {
            out.write("h\u00e9llo \ud83d\ude00");
            out.newLine();
        }
        show("utf-16", "utf16.txt");
        try (FileWriter out = new FileWriter("latin1.txt", StandardCharsets.ISO_8859_1, true)) {
            out.append("gr\u00fc\u00dfe").append('!');
        }
        show("latin-1", "latin1.txt");
        try (PrintStream out = new PrintStream("printed.txt", StandardCharsets.UTF_8)) {
            out.printf("%d %s%n", 42, "printed");
            out.println(out.checkError());
        }
        show("printed", "printed.txt");
        attempt("directory", () -> new FileOutputStream(".").close());
        attempt("no such parent", () -> new FileOutputStream("no/such/parent").close());
        attempt("below a file", () -> new FileOutputStream("out.bin/x").close());
        attempt("after close", () -> {
            FileOutputStream out = new FileOutputStream("closed.bin");
            out.close();
            out.write(1);
        });
        attempt("bad range", () -> {
            try (FileOutputStream out = new FileOutputStream("range.bin")) {
                out.write(new byte[2], 1, 2);
            }
        });
    }

    private static void show(String what, String file) throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            System.out.println(what + " " + Arrays.toString(in.readAllBytes()));
        }
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
