package dev.hindsight.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.ToDoubleFunction;

/** Runs one subject under all contenders in turn, on all processors; a contender that fails is out of it, and says why. */
final class Contest {
    private static final double MEBIBYTE = 1 << 20;

    private final Workshop workshop;
    private final Path baselines;
    private final Subject subject;
    private final Set<Contender> contenders;
    private final long limitSeconds;
    private final PrintStream err;
    private final Map<Contender, List<Measurement>> runs = new EnumMap<>(Contender.class);
    private final Map<Contender, Long> logBytes = new EnumMap<>(Contender.class);
    private final Map<Contender, String> failures = new EnumMap<>(Contender.class);

    /** @param contenders the plain run among them */
    Contest(
            Workshop workshop,
            Path baselines,
            Subject subject,
            Set<Contender> contenders,
            long limitSeconds,
            PrintStream err) {
        this.workshop = workshop;
        this.baselines = baselines;
        this.subject = subject;
        this.contenders = contenders;
        this.limitSeconds = limitSeconds;
        this.err = err;
        for (Contender contender : contenders) {
            runs.put(contender, new ArrayList<>());
        }
    }

    /**
     * Throws if the plain run fails.
     *
     * @param logs where to keep what the baselines wrote last
     */
    void run(double seconds, int rounds, Optional<Path> logs) throws BenchFailure, IOException, InterruptedException {
        long scale = Calibration.find(subject.initialScale(), seconds, candidate -> {
            Measurement plain = measure(Contender.PLAIN, candidate);
            return Math.min(plain.cpuSeconds(), plain.wallSeconds());
        });
        prepare();
        for (int round = 0; round < rounds; round++) {
            for (Contender contender : contenders) {
                if (!failures.containsKey(contender)) {
                    run(contender, scale);
                    keep(contender, logs);
                }
            }
        }
    }

    /** Has the tool keep what it makes of the classes, as it does when it records a program first. */
    private void prepare() throws BenchFailure, IOException, InterruptedException {
        for (Contender contender : contenders) {
            if (!contender.toolOptions().isEmpty()) {
                measure(contender, subject.initialScale());
            }
        }
    }

    private void run(Contender contender, long scale) throws BenchFailure, IOException, InterruptedException {
        try {
            Measurement measurement = measure(contender, scale);
            if (!workshop.output(contender.toString()).equals(workshop.output(Contender.PLAIN.toString()))) {
                throw new BenchFailure("printed something else than the plain run");
            }
            runs.get(contender).add(measurement);
            logBytes.put(contender, logBytes(contender));
            err.printf(
                    Locale.ROOT,
                    "bench: %s, %s: %.2f s, CPU %.2f s, log %.2f MiB%n",
                    subject,
                    contender,
                    measurement.wallSeconds(),
                    measurement.cpuSeconds(),
                    logBytes.get(contender) / MEBIBYTE);
        } catch (BenchFailure e) {
            if (contender == Contender.PLAIN) {
                throw e;
            }
            failures.put(contender, e.getMessage());
            err.println("bench: " + subject + ", " + contender + ": " + e.getMessage());
        }
    }

    private void keep(Contender contender, Optional<Path> logs) throws IOException {
        Path log = workshop.recording().resolve("log");
        if (logs.isPresent() && contender.agentOption().isPresent() && Files.exists(log)) {
            Files.createDirectories(logs.get());
            Path kept = logs.get().resolve(subject + "-" + contender);
            Files.move(log, kept, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Measurement measure(Contender contender, long scale)
            throws BenchFailure, IOException, InterruptedException {
        Workshop.clear(workshop.recording());
        ProcessBuilder builder = workshop.builder(command(contender, scale), contender.toString());
        MeasuredProcess process = new MeasuredProcess(workshop.jdk(), builder);
        try {
            if (process.run(limitSeconds) != 0) {
                throw new BenchFailure("failed: " + workshop.error(contender.toString()));
            }
        } catch (TimeoutException e) {
            throw new BenchFailure(e.getMessage());
        }
        return process.measurement();
    }

    private List<String> command(Contender contender, long scale) throws BenchFailure, IOException {
        List<String> plain = workshop.subjectCommand(subject, scale);
        if (!contender.toolOptions().isEmpty()) {
            return workshop.tool().record(workshop.recording(), contender.toolOptions(), plain);
        }
        List<String> command = new ArrayList<>(plain);
        if (contender.agentOption().isPresent()) {
            Files.createDirectories(workshop.recording());
            String option = contender.agentOption().get() + "=" + workshop.recording();
            command.add(1, "-javaagent:" + baselines + "=" + option);
        }
        return command;
    }

    private long logBytes(Contender contender) throws IOException {
        return contender == Contender.PLAIN ? 0 : SubjectRuns.bytes(workshop.recording());
    }

    /** One row of the table. */
    List<String> row() {
        List<String> cells = new ArrayList<>(List.of(subject.toString()));
        cells.add(String.format(
                Locale.ROOT,
                "%.2f / %.2f",
                Estimate.average(samples(Contender.PLAIN, Measurement::wallSeconds)),
                Estimate.average(samples(Contender.PLAIN, Measurement::cpuSeconds))));
        for (Contender contender : contenders) {
            if (contender != Contender.PLAIN) {
                cells.add(cell(contender));
            }
        }
        return cells;
    }

    private String cell(Contender contender) {
        if (failures.containsKey(contender)) {
            return "–";
        }
        return String.format(
                Locale.ROOT,
                "%.2f / %.2f / %.2f",
                ratio(contender, Measurement::wallSeconds),
                ratio(contender, Measurement::cpuSeconds),
                logBytes.get(contender) / MEBIBYTE);
    }

    private double ratio(Contender contender, ToDoubleFunction<Measurement> quantity) {
        return Estimate.ratio(samples(Contender.PLAIN, quantity), samples(contender, quantity))
                .value();
    }

    private List<Double> samples(Contender contender, ToDoubleFunction<Measurement> quantity) {
        return runs.get(contender).stream().map(quantity::applyAsDouble).toList();
    }
}
