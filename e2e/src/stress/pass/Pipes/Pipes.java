import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;

/** Pipes between threads: of bytes, which fill up, and of characters. */
public class Pipes {
    public static void main(String[] args) throws Exception {
        PipedOutputStream out = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(out, 16);
        PipedWriter writer = new PipedWriter();
        PipedReader reader = new PipedReader(writer);
        Thread source = new Thread(() -> {
            try (out) {
                for (int i = 0; i < 400; i++) {
                    out.write(i);
                }
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        Thread filter = new Thread(() -> {
            try (in;
                    writer) {
                int waits = 0;
                for (int value = in.read(); value >= 0; value = in.read()) {
                    waits = waits * 3 + in.available();
                    if (value % 50 == 0) {
                        writer.write(value + " " + waits + "\n");
                    }
                }
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        source.start();
        filter.start();
        try (BufferedReader lines = new BufferedReader(reader)) {
            lines.lines().forEach(System.out::println);
        }
        source.join();
        filter.join();
    }
}
