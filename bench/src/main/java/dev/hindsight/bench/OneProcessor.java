package dev.hindsight.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Threads that take turns are compared with threads that share one processor. */
final class OneProcessor {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private OneProcessor() {}

    /** The command, bound to the first processor that this process may use. */
    static List<String> bind(List<String> command) throws IOException {
        List<String> words = new ArrayList<>(List.of("taskset", "-c", first()));
        words.addAll(command);
        return words;
    }

    private static String first() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith(ALLOWED)) {
                return first(line.substring(ALLOWED.length()));
            }
        }
        return "0";
    }

    /** Of a list as {@code 2-3,5}. */
    static String first(String list) {
        return list.strip().split("[-,]")[0];
    }
}
