package dev.hindsight.e2e;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process to start and to wait for.
 *
 * @param stdin what is piped into it; nothing for the null device
 */
record Command(
        List<String> words,
        Path directory,
        Map<String, String> environment,
        Optional<String> stdin,
        Program.Streams streams) {
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    /** What a process left behind; of merged streams, everything is in {@code err}. */
    record Result(int exitCode, byte[] out, byte[] err) {
        /** Both streams as text, for a message. */
        String text() {
            return "exit code " + exitCode + "\n--- stdout\n" + shorten(out) + "\n--- stderr\n" + shorten(err);
        }

        private static String shorten(byte[] bytes) {
            String text = new String(bytes, StandardCharsets.UTF_8);
            int most = 4000;
            return text.length() <= most
                    ? text
                    : text.substring(0, most / 2) + "\n[...]\n" + text.substring(text.length() - most / 2);
        }
    }

    /** Runs the command to its end, with its output in files so that no pipe can fill up. */
    Result run() throws IOException, InterruptedException {
        Path out = Files.createTempFile("hindsight-e2e", ".out");
        Path err = Files.createTempFile("hindsight-e2e", ".err");
        try {
            int exitCode = run(out, err);
            return new Result(exitCode, Files.readAllBytes(out), Files.readAllBytes(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private int run(Path out, Path err) throws IOException, InterruptedException {
        Process process = start(out, err);
        try {
            if (!process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("Not ended within " + DEADLINE + ": " + String.join(" ", words));
            }
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    Process start(Path out, Path err) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        if (streams == Program.Streams.MERGED) {
            builder.redirectOutput(err.toFile()).redirectErrorStream(true);
        } else {
            builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        }
        if (stdin.isEmpty()) {
            return builder.redirectInput(Path.of("/dev/null").toFile()).start();
        }
        Process process = builder.start();
        feed(process, stdin.get());
        return process;
    }

    /** A process need not read its input to the end: whether it should have, its output tells. */
    private static void feed(Process process, String text) {
        try (OutputStream pipe = process.getOutputStream()) {
            pipe.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException closedByTheProcess) {
            // The pipe is broken, which is no failure of the run.
        }
    }
}
