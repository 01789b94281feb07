package dev.hindsight.bench;

import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.Json;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Runs one subject plainly, recorded and replayed; insists that all three do the same. */
final class SubjectRuns implements AutoCloseable {
    private static final String PLAIN = "plain";
    private static final String RECORDED = "recorded";
    private static final String REPLAYED = "replayed";
    private static final String INFO = "info";
    /** Modes in which one thread runs at a time, so that a plain run is to have one processor as well. */
    private static final Set<String> IN_TURN = Set.of("serial", "deterministic");

    private final Workshop workshop;
    private final Subject subject;
    private final String threads;
    private final long limitSeconds;
    /** Null if it needs none. */
    private final Peer peer;

    /** @param threads how they are recorded */
    SubjectRuns(Workshop workshop, Subject subject, String threads, long limitSeconds)
            throws IOException, BenchFailure {
        this.workshop = workshop;
        this.subject = subject;
        this.threads = threads;
        this.limitSeconds = limitSeconds;
        this.peer = subject.peer().isPresent() ? Peer.start(workshop.realJava(), subject) : null;
    }

    @Override
    public void close() {
        if (peer != null) {
            peer.close();
        }
    }

    Measurement plain(long scale) throws BenchFailure, IOException, InterruptedException {
        return run(PLAIN, command(scale));
    }

    /** Has the tool keep what it makes of the classes of a program with threads, as it does when it records the program first. */
    void prepare() throws BenchFailure, IOException, InterruptedException {
        if (subject.load() == Subject.Load.THREADS) {
            record(subject.initialScale());
        }
    }

    private Measurement record(long scale) throws BenchFailure, IOException, InterruptedException {
        Workshop.clear(workshop.recording());
        List<String> command =
                workshop.tool().record(workshop.recording(), List.of("--threads", threads), command(scale));
        return run(RECORDED, command);
    }

    private List<String> command(long scale) throws BenchFailure {
        List<String> command = new ArrayList<>(workshop.subjectCommand(subject, scale));
        if (peer != null) {
            command.add(peer.port());
        }
        return command;
    }

    /** Leaves the recording in place. */
    Round round(long scale) throws BenchFailure, IOException, InterruptedException {
        Measurement plain = plain(scale);
        Measurement recorded = record(scale);
        requireSameOutput(RECORDED);
        List<String> replay =
                workshop.tool().replay(workshop.recording(), workshop.jdk().home());
        Measurement replayed = run(REPLAYED, replay);
        requireSameOutput(REPLAYED);
        return new Round(plain, recorded, replayed);
    }

    private Measurement run(String variant, List<String> command)
            throws BenchFailure, IOException, InterruptedException {
        boolean inTurn = subject.load() == Subject.Load.THREADS && IN_TURN.contains(threads);
        List<String> bound = inTurn ? OneProcessor.bind(command) : command;
        MeasuredProcess process = new MeasuredProcess(workshop.jdk(), workshop.builder(bound, variant));
        int exitCode;
        try {
            exitCode = process.run(limitSeconds);
        } catch (TimeoutException e) {
            throw failure(variant, e.getMessage());
        }
        if (exitCode != 0) {
            throw failure(variant, "exited with " + exitCode);
        }
        return process.measurement();
    }

    private void requireSameOutput(String variant) throws BenchFailure, IOException {
        String expected = workshop.output(PLAIN);
        String actual = workshop.output(variant);
        if (!actual.equals(expected)) {
            throw failure(variant, "printed '" + actual.strip() + "' instead of '" + expected.strip() + "'");
        }
    }

    private BenchFailure failure(String variant, String what) throws IOException {
        String error = workshop.error(variant);
        String said = error.isEmpty() ? "" : "\n" + error.indent(4).stripTrailing();
        return new BenchFailure(subject + ", " + variant + ": " + what + said);
    }

    /** How large the recording of the last round is. */
    RecordingSize recordingSize() throws BenchFailure, IOException, InterruptedException {
        Path recording = workshop.recording();
        ProcessBuilder builder = workshop.builder(workshop.tool().info(recording), INFO);
        if (builder.start().waitFor() != 0) {
            throw failure(INFO, "cannot read the recording");
        }
        Map<String, Object> info = info();
        return new RecordingSize(
                bytes(recording.resolve(Recording.THREADS)),
                bytes(recording),
                number(info, "events"),
                number(info, "readBytes"),
                number(info, "writtenBytes"));
    }

    private Map<String, Object> info() throws BenchFailure, IOException {
        try {
            return Json.parseObject(workshop.output(INFO));
        } catch (CorruptRecordingException e) {
            throw failure(INFO, "printed something else than JSON: " + e.getMessage());
        }
    }

    private long number(Map<String, Object> info, String key) throws BenchFailure, IOException {
        if (info.get(key) instanceof Long number) {
            return number;
        }
        throw failure(INFO, "printed no number for " + key);
    }

    static long bytes(Path directory) throws IOException {
        long total = 0;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                total += Files.size(file);
            }
        }
        return total;
    }
}
