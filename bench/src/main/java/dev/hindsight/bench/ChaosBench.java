package dev.hindsight.bench;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures how often a program fails plainly, recorded in turns and recorded with chaos.
 *
 * <p>The three take turns run by run: what else the machine does, which changes how threads meet, is then the same for all.
 */
@Command(
        name = "bench/chaos",
        sortOptions = false,
        description = {
            "Measures how often a program fails: plainly, with --threads serial, and with --chaos, by turns.",
            "",
            "Prints a row in Markdown: failures of runs, time to the first failure and time per failure for each, how many times"
                    + " as often as plainly it fails with chaos, and the load of the machine. A run fails by an exit code other"
                    + " than 0, or if it takes too long.",
            ""
        })
public final class ChaosBench implements Callable<Integer> {
    private static final int WRONG_USE = 2;

    private final PrintStream out;
    private final PrintStream err;

    @Option(names = "--name", paramLabel = "TEXT", description = "What to call the row. Default: the main class.")
    private String name;

    @Option(names = "--runs", paramLabel = "N", description = "How often to run it in each way. Default: 40.")
    private int runs = 40;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed of the first run with chaos; each further one has the next. Default: 1.")
    private long seed = 1;

    @Option(names = "--limit", paramLabel = "S", description = "How many seconds a run may take. Default: 60.")
    private long limitSeconds = 60;

    @Option(names = "--jdk", paramLabel = "PATH", description = "The JDK that runs it. Default: the one in use.")
    private Path jdk = Path.of(System.getProperty("java.home"));

    @Option(
            names = "--hindsight",
            paramLabel = "JAR",
            description = "The build to measure. Default: app/target/hindsight.jar.")
    private Path hindsight = Path.of("app", "target", "hindsight.jar");

    @Option(names = "--help", usageHelp = true, description = "Show this.")
    private boolean help;

    @Parameters(index = "0", paramLabel = "CLASSPATH", description = "Where its classes are.")
    private String classPath;

    @Parameters(index = "1", paramLabel = "MAIN", description = "Its main class.")
    private String mainClass;

    @Parameters(index = "2..*", paramLabel = "ARGUMENT", description = "What it is given.")
    private List<String> arguments = new ArrayList<>();

    /** How a program is run. */
    private enum Way {
        PLAIN,
        SERIAL,
        CHAOS
    }

    private ChaosBench(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.exit(new CommandLine(new ChaosBench(out, err))
                .setStopAtPositional(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!Files.exists(hindsight) || runs < 1 || limitSeconds < 1) {
            err.println("bench: needs a build (--hindsight), and --runs and --limit of more than 0");
            return WRONG_USE;
        }
        Path directory = Files.createTempDirectory("hindsight-chaos").toRealPath();
        try {
            // A build that goes on meanwhile does not change what is measured.
            Path jar = Files.copy(hindsight, directory.resolve("hindsight.jar"));
            HindsightTool tool = new HindsightTool(Path.of(System.getProperty("java.home"), "bin", "java"), jar);
            out.println(row(tool, directory));
            return 0;
        } finally {
            Workshop.clear(directory);
        }
    }

    private String row(HindsightTool tool, Path directory) throws IOException, InterruptedException {
        FailureRate[] rates = {new FailureRate(), new FailureRate(), new FailureRate()};
        List<Double> loads = new ArrayList<>();
        Path recording = directory.resolve("recording");
        // The JDK is prepared by the first recording, which does not count.
        fails(tool.record(recording, List.of("--threads", "serial"), command()), directory);
        for (int i = 0; i < runs; i++) {
            for (Way way : Way.values()) {
                Workshop.clear(recording);
                loads.add(load());
                long start = System.nanoTime();
                boolean failed = fails(command(way, tool, recording, seed + i), directory);
                rates[way.ordinal()].add(failed, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            }
            err.printf(Locale.ROOT, "bench: %d of %d: %s%n", i + 1, runs, cells(rates));
        }
        return "| " + (name == null ? mainClass : name) + " | " + cells(rates) + " | "
                + rates[Way.CHAOS.ordinal()].times(rates[Way.PLAIN.ordinal()]) + " | " + range(loads) + " |";
    }

    private static String cells(FailureRate[] rates) {
        return rates[0].cell() + " | " + rates[1].cell() + " | " + rates[2].cell();
    }

    private static String range(List<Double> loads) {
        double least = loads.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double most = loads.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return String.format(Locale.ROOT, "%.0f to %.0f", least, most);
    }

    /** Of the last minute. */
    private static double load() throws IOException {
        return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
    }

    private List<String> command(Way way, HindsightTool tool, Path recording, long chaos) {
        return switch (way) {
            case PLAIN -> command();
            case SERIAL -> tool.record(recording, List.of("--threads", "serial"), command());
            case CHAOS -> tool.record(recording, List.of("--chaos=" + chaos), command());
        };
    }

    private List<String> command() {
        List<String> words =
                new ArrayList<>(List.of(jdk.resolve("bin").resolve("java").toString(), "-cp", classPath));
        words.add(mainClass);
        words.addAll(arguments);
        return words;
    }

    /** Runs a command to its end, which it may have to be brought to. */
    private boolean fails(List<String> command, Path directory) throws IOException, InterruptedException {
        File nothing = new File("/dev/null");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(nothing)
                .redirectOutput(nothing)
                .redirectError(nothing)
                .start();
        boolean ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
        if (!ended) {
            List<ProcessHandle> started = process.descendants().toList();
            process.destroyForcibly().waitFor();
            for (ProcessHandle one : started) {
                one.destroyForcibly();
                one.onExit().join();
            }
        }
        return !ended || process.exitValue() != 0;
    }
}
