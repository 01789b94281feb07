package dev.hindsight.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures subjects one after the other; docs/benchmarks.md has the method. */
@Command(
        name = "bench/run",
        sortOptions = false,
        description = {
            "Measures what recording and replaying cost: CPU time against plain runs of the same programs.",
            "",
            "Prints tables in Markdown; exits with 1 if a subject could not be measured, a replay was not faithful or a"
                    + " recorded or replayed program printed something else than the plain one.",
            ""
        })
public final class Bench implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;
    private static final int LEAST_LIMIT_SECONDS = 120;
    private static final int LIMIT_FACTOR = 20;
    private static final String SERIAL = "serial";

    private final PrintStream out;
    private final PrintStream err;

    @Option(
            names = "--subject",
            paramLabel = "NAME",
            description = "Measure this one; may be given more than once: ${COMPLETION-CANDIDATES}. Default: all.")
    private Set<Subject> subjects = EnumSet.allOf(Subject.class);

    @Option(names = "--pairs", paramLabel = "N", description = "How often each variant is run. Default: 20.")
    private int pairs = 20;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "How long a plain run takes at least; subjects are scaled to it. Default: 20.")
    private double seconds = 20;

    @Option(
            names = "--threads",
            paramLabel = "MODE",
            description =
                    "How threads are recorded, in the words of the tool. Default: serial. Programs with threads are"
                            + " measured on one processor if theirs take turns, otherwise on all.")
    private String threads = SERIAL;

    @Option(names = "--jdk", paramLabel = "PATH", description = "The JDK to measure with. Default: the one in use.")
    private Path jdk = Path.of(System.getProperty("java.home"));

    @Option(names = "--json", paramLabel = "FILE", description = "Write all measurements there, too.")
    private Path json;

    @Option(
            names = "--contest",
            description = "Compare recorders of parallel threads instead, and with LEAP and Light from the literature;"
                    + " without --subject, the programs with two threads that need no library.")
    private boolean contest;

    @Option(
            names = "--contender",
            paramLabel = "NAME",
            description = "With --contest: let this one take part, beside the plain runs; may be given more than once:"
                    + " ${COMPLETION-CANDIDATES}. Default: all.")
    private Set<Contender> contenders = EnumSet.allOf(Contender.class);

    @Option(
            names = "--logs",
            paramLabel = "DIR",
            description =
                    "With --contest: keep the last log of each baseline there, for dev.hindsight.bench.light.Light.")
    private Path logs;

    @Option(
            names = "--hindsight",
            paramLabel = "JAR",
            description = "The build to measure. Default: app/target/hindsight.jar.")
    private Path hindsight = Path.of("app", "target", "hindsight.jar");

    @Option(names = "--help", usageHelp = true, description = "Show this.")
    private boolean help;

    private Bench(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.exit(new CommandLine(new Bench(out, err))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<String> mistake = mistake();
        if (mistake.isPresent()) {
            err.println("bench: " + mistake.get());
            return WRONG_USE;
        }
        try {
            Path realJdk = jdk.toRealPath();
            Workshop workshop = Workshop.open(realJdk, hindsight);
            Setting setting = new Setting(JdkRelease.of(realJdk), machine(), pairs, seconds, threads);
            return contest ? contest(workshop, setting) : measure(workshop, setting);
        } catch (BenchFailure e) {
            err.println("bench: " + e.getMessage());
            return FAILED;
        }
    }

    private Optional<String> mistake() {
        if (!Files.isExecutable(jdk.resolve("bin").resolve("java"))) {
            return Optional.of("there is no JDK at '" + jdk + "': it has no bin/java");
        }
        if (!Files.exists(hindsight)) {
            return Optional.of("there is no '" + hindsight + "'; build it with bench/run, or name it with --hindsight");
        }
        if (pairs < 1 || !(seconds > 0)) {
            return Optional.of("--pairs and --seconds have to be more than 0");
        }
        return Optional.empty();
    }

    private static String machine() {
        return System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", "
                + Runtime.getRuntime().availableProcessors() + " processors";
    }

    /** Start-up is measured in any case: the others' ratios are shown without it, too. */
    private int measure(Workshop workshop, Setting setting) throws IOException, InterruptedException, BenchFailure {
        SubjectResult startup = measure(workshop, Subject.STARTUP);
        List<SubjectResult> results = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (Subject subject : EnumSet.copyOf(subjects)) {
            if (subject == Subject.STARTUP) {
                continue;
            }
            try {
                results.add(measure(workshop, subject));
            } catch (BenchFailure e) {
                failures.add(e.getMessage());
                err.println("bench: FAILED: " + e.getMessage());
                err.println("bench: the recording is kept in '" + workshop.keepRecording(subject) + "'");
            }
            // What was measured so far is kept if the bench does not get to its end.
            writeJson(new JsonReport(setting, startup, results, failures));
        }
        writeJson(new JsonReport(setting, startup, results, failures));
        out.print(new MarkdownReport(setting, startup, results).text());
        failures.forEach(failure -> out.println("\nFAILED: " + failure));
        if (failures.isEmpty()) {
            workshop.delete();
            return 0;
        }
        return FAILED;
    }

    private int contest(Workshop workshop, Setting setting) throws IOException, InterruptedException, BenchFailure {
        Path baselines = BaselineJar.create(workshop.directory().resolve("baselines.jar"));
        Set<Contender> all = EnumSet.of(Contender.PLAIN);
        all.addAll(contenders);
        List<List<String>> rows = new ArrayList<>();
        for (Subject subject : subjects.size() < Subject.values().length ? subjects : Subject.CONTEST) {
            Contest subjectContest = new Contest(workshop, baselines, subject, all, limitSeconds(), err);
            subjectContest.run(seconds, pairs, Optional.ofNullable(logs));
            rows.add(subjectContest.row());
        }
        out.print(MarkdownReport.contest(setting, all, rows));
        workshop.delete();
        return 0;
    }

    private long limitSeconds() {
        return Math.max(LEAST_LIMIT_SECONDS, (long) (LIMIT_FACTOR * seconds));
    }

    private SubjectResult measure(Workshop workshop, Subject subject)
            throws IOException, InterruptedException, BenchFailure {
        try (SubjectRuns runs = new SubjectRuns(workshop, subject, threads, limitSeconds())) {
            return measure(runs, subject);
        }
    }

    private SubjectResult measure(SubjectRuns runs, Subject subject)
            throws IOException, InterruptedException, BenchFailure {
        long scale = scale(runs, subject);
        runs.prepare();
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            Round round = runs.round(scale);
            rounds.add(round);
            err.printf(
                    Locale.ROOT,
                    "bench: %s, pair %d of %d: CPU plain %.2f s, recorded %.2f s, replayed %.2f s%n",
                    subject,
                    i + 1,
                    pairs,
                    round.plain().cpuSeconds(),
                    round.recorded().cpuSeconds(),
                    round.replayed().cpuSeconds());
        }
        return new SubjectResult(subject, scale, rounds, runs.recordingSize());
    }

    private long scale(SubjectRuns runs, Subject subject) throws IOException, InterruptedException, BenchFailure {
        if (subject.load() == Subject.Load.NONE) {
            return subject.initialScale();
        }
        long scale = Calibration.find(subject.initialScale(), seconds, candidate -> {
            Measurement plain = runs.plain(candidate);
            // On a busy machine a run takes longer than it works; on an idle one the JIT works beside it.
            return subject.load() == Subject.Load.WAITING
                    ? plain.wallSeconds()
                    : Math.min(plain.cpuSeconds(), plain.wallSeconds());
        });
        err.println("bench: " + subject + " runs long enough at scale " + scale);
        return scale;
    }

    private void writeJson(JsonReport report) throws IOException {
        if (json != null) {
            Files.writeString(json, report.text());
        }
    }
}
