package dev.hindsight.session;

import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.FactSources;
import dev.hindsight.trace.Json;
import dev.hindsight.trace.PreparedClasses;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Has the classes of a program looked at before it runs: what its threads may do beside each other costs less where it is known ahead.
 * The JVM that the command starts does it, which knows the class path, and ends before the program begins.
 */
public final class Analysis {
    private static final int LIMIT_SECONDS = 120;
    private static final String FILE = "file";
    /** Instead of a file, where there is no class path. */
    private static final String NOTHING = "-";

    private final List<String> command;
    private final Map<String, String> environment;
    private final Path agent;
    private final Jdk jdk;

    /**
     * What came of looking.
     *
     * @param found by name; empty if no JVM came as far as that
     * @param said the first line that the JVM printed, if it did
     */
    public record Outcome(Optional<Map<String, Object>> found, String said) {}

    private Analysis(List<String> command, Map<String, String> environment, Path agent, Jdk jdk) {
        this.command = command;
        this.environment = environment;
        this.agent = agent;
        this.jdk = jdk;
    }

    /**
     * Looks at the classes of a program, also if that was done before.
     *
     * @param command begins with a java launcher
     */
    public static Outcome run(List<String> command) throws SessionException, IOException, InterruptedException {
        Platform.check();
        Map<String, String> environment = UserEnvironment.get();
        RecordLaunch.check(command, environment);
        if (!RecordLaunch.startsJava(command)) {
            throw new SessionException(
                    SessionException.Reason.NOT_EXECUTABLE,
                    "'" + command.get(0) + "' is no java command; what a script starts can only be told by running it");
        }
        Optional<Jdk> jdk = RecordLaunch.jdk(command, environment);
        if (jdk.isEmpty()) {
            throw new SessionException(
                    SessionException.Reason.PLATFORM, "'" + command.get(0) + "' is not in the directory of a JDK");
        }
        return new Analysis(command, environment, AgentJar.extract(), jdk.get()).run("analyze");
    }

    /** Does so only if it was not done for this command before, or its class path has changed; if it cannot be done, a recording does without. */
    static void ensure(List<String> command, Map<String, String> environment, Path agent, Jdk jdk)
            throws InterruptedException {
        if (RecordLaunch.startsJava(command)) {
            Analysis analysis = new Analysis(command, environment, agent, jdk);
            try {
                if (!analysis.isKnown()) {
                    analysis.run("analyze-unknown");
                }
            } catch (IOException e) {
                // A cache that may only be read, or a full disk: it only costs time.
                return;
            }
        }
    }

    private boolean isKnown() {
        try {
            Path memo = memo();
            if (!Files.exists(memo)) {
                return false;
            }
            String file = Files.readString(memo);
            if (file.equals(NOTHING)) {
                return true;
            }
            try (InputStream facts = FactSources.open(new File(file))) {
                return facts != null;
            }
        } catch (IOException e) {
            return false;
        }
    }

    private Outcome run(String option) throws IOException, InterruptedException {
        Path summary = Files.createTempFile("hindsight", ".json");
        Path said = Files.createTempFile("hindsight", ".txt");
        try {
            List<String> full = new ArrayList<>(command);
            full.set(0, jdk.launcher().toString());
            full.add(
                    1,
                    AgentOptions.forAny(agent)
                            .with(option, summary.toString())
                            .with("cache", agent.getParent().toString())
                            .toString());
            ProcessBuilder builder = new ProcessBuilder(full)
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(said.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return new Outcome(found(Files.readString(summary)), firstLine(said));
        } finally {
            Files.delete(summary);
            Files.delete(said);
        }
    }

    private static String firstLine(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> !line.isBlank()).findFirst().orElse("").strip();
        }
    }

    private Optional<Map<String, Object>> found(String text) throws IOException {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Object> found = new TreeMap<>();
        try {
            found.putAll(Json.parseObject(text));
        } catch (CorruptRecordingException e) {
            return Optional.empty();
        }
        Path memo = memo();
        Files.createDirectories(memo.getParent());
        Path fresh = Files.createTempFile(memo.getParent(), "command", ".new");
        Files.writeString(fresh, found.remove(FILE) instanceof String file ? file : NOTHING);
        Files.move(fresh, memo, StandardCopyOption.REPLACE_EXISTING);
        return Optional.of(found);
    }

    /** Has the name of the file with the answer for this command: a JVM that only asks whether there is one would take its time. */
    private Path memo() throws IOException {
        CRC32 sum = new CRC32();
        List<String> told = new ArrayList<>(command);
        told.add(new File("").getAbsolutePath());
        told.add(String.valueOf(environment.get("CLASSPATH")));
        for (String variable : Jdk.OPTION_VARIABLES.stream().sorted().toList()) {
            told.add(String.valueOf(environment.get(variable)));
        }
        for (String word : told) {
            sum.update(word.getBytes(StandardCharsets.UTF_8));
            sum.update(0);
        }
        PreparedClasses prepared =
                PreparedClasses.in(agent.getParent().toFile(), jdk.home().toFile(), agent.toFile());
        return prepared.facts().toPath().resolve(Long.toHexString(sum.getValue()) + ".command");
    }
}
