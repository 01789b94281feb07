package dev.hindsight.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** A server for a subject, in a JVM that is not measured. It prints its port, and ends when its standard input does. */
final class Peer implements AutoCloseable {
    private final Process process;
    private final String port;

    private Peer(Process process, String port) {
        this.process = process;
        this.port = port;
    }

    /** @throws BenchFailure if it does not tell its port */
    static Peer start(Path java, Subject subject) throws IOException, BenchFailure {
        Process process = new ProcessBuilder(
                        java.toString(),
                        "-cp",
                        ClassPath.of(subject),
                        subject.peer().orElseThrow())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader();
        String port = out.readLine();
        if (port == null) {
            throw new BenchFailure(subject + ": its server does not start");
        }
        return new Peer(process, port);
    }

    String port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
