package dev.hindsight.bench.subject;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Writes log files, reads them back and counts levels, components and words; the scale is dozens of files. */
public final class LogFiles {
    private static final int FILES = 12;
    private static final int LINES = 2000;
    private static final int WORDS = 8;
    private static final int VOCABULARY = 5000;
    private static final String[] LEVELS = {"DEBUG", "INFO", "INFO", "INFO", "WARN", "ERROR"};
    private static final String[] COMPONENTS = {"http", "cache", "store", "index", "auth"};

    private final Random random = new Random(12);
    private final Map<String, Integer> counts = new HashMap<>();
    private long delays;

    private LogFiles() {}

    public static void main(String[] arguments) throws IOException {
        LogFiles program = new LogFiles();
        for (int round = 0; round < Integer.parseInt(arguments[0]); round++) {
            try (Scratch scratch = new Scratch("logs")) {
                for (int i = 0; i < FILES; i++) {
                    program.write(scratch.directory().resolve("server-" + round + "-" + i + ".log"));
                }
                for (Path file : scratch.files()) {
                    program.read(file);
                }
            }
        }
        System.out.println("files " + program.counts.hashCode() + " " + program.delays);
    }

    private void write(Path file) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            for (int line = 0; line < LINES; line++) {
                writer.write(Integer.toString(line));
                writer.write(' ');
                writer.write(LEVELS[random.nextInt(LEVELS.length)]);
                writer.write(' ');
                writer.write(COMPONENTS[random.nextInt(COMPONENTS.length)]);
                writer.write(" delay=");
                writer.write(Integer.toString(random.nextInt(VOCABULARY)));
                for (int word = 0; word < WORDS; word++) {
                    writer.write(" word");
                    writer.write(Integer.toString(random.nextInt(VOCABULARY)));
                }
                writer.newLine();
            }
        }
    }

    private void read(Path file) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] fields = line.split(" ");
                count(fields[1]);
                count(fields[2]);
                delays += Integer.parseInt(fields[3].substring(fields[3].indexOf('=') + 1));
                for (int i = 4; i < fields.length; i++) {
                    count(fields[i]);
                }
            }
        }
        delays += Files.size(file);
    }

    private void count(String word) {
        counts.merge(word, 1, Integer::sum);
    }
}
