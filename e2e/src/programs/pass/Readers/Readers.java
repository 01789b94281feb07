// same-as-plain
import java.io.BufferedReader;
import java.io.CharArrayWriter;
import java.io.FileInputStream;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.StreamTokenizer;
import java.nio.charset.Charset;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;

/** Reads text through readers, scanners and charsets. */
public class Readers {
    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new FileReader("poem.txt", StandardCharsets.UTF_8))) {
            in.mark(100);
            System.out.println("ready " + in.ready() + ", line " + in.readLine());
            in.reset();
            System.out.println("skip " + in.skip(4) + ", line " + in.readLine());
            in.lines().forEach(line -> System.out.println("| " + line));
            System.out.println("end " + in.readLine() + " " + in.read());
        }
        try (LineNumberReader in = new LineNumberReader(new FileReader("poem.txt", StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(in.getLineNumber() + ": " + line.length());
            }
        }
        for (String name : List.of("UTF-8", "ISO-8859-1", "US-ASCII", "UTF-16", "windows-1252", "IBM850")) {
            try (Reader in = new InputStreamReader(new FileInputStream("poem.txt"), Charset.forName(name))) {
                CharArrayWriter out = new CharArrayWriter();
                System.out.println(
                        name + " " + in.transferTo(out) + " " + out.toString().hashCode());
            }
        }
        try (Scanner in = new Scanner(Path.of("numbers.txt"), StandardCharsets.UTF_8)) {
            long sum = 0;
            while (in.hasNext()) {
                if (in.hasNextLong()) {
                    sum += in.nextLong();
                } else {
                    System.out.println("word " + in.next());
                }
            }
            System.out.println("sum " + sum);
        }
        try (Scanner in = new Scanner(new FileInputStream("numbers.txt"), StandardCharsets.UTF_8)) {
            in.useDelimiter("\\s*[a-z]+\\s*");
            in.tokens().forEach(token -> System.out.println("token <" + token.replace('\n', '/') + ">"));
        }
        try (PushbackReader in = new PushbackReader(new FileReader("numbers.txt", StandardCharsets.UTF_8), 2)) {
            int c = in.read();
            in.unread('#');
            System.out.println((char) c + " " + (char) in.read() + " " + (char) in.read());
            StreamTokenizer tokens = new StreamTokenizer(in);
            while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
                System.out.print(tokens + ";");
            }
            System.out.println();
        }
        System.out.println(Files.readString(Path.of("poem.txt")).codePoints().count());
        System.out.println(Files.readAllLines(Path.of("poem.txt")));
        try {
            Files.readString(Path.of("broken.txt"));
        } catch (MalformedInputException e) {
            e.printStackTrace(System.out);
        }
        try {
            new FileReader("missing.txt").close();
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
        try (Scanner in = new Scanner(Path.of("missing.txt"))) {
            System.out.println(in.next());
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
    }
}
