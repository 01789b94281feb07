package dev.hindsight.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The command that runs a program under the recorder, made from the command that runs it plainly. */
final class RecordLaunch implements AutoCloseable {
    /** Options that name the modules of the program, or may. */
    private static final Set<String> MODULE_OPTIONS = Set.of(
            "-m", "--module", "-p", "--module-path", "--limit-modules", "--upgrade-module-path", "-XX:VMOptionsFile");

    private final List<String> command;
    private final Map<String, String> environment;
    private final Optional<JavaShim> shim;

    private RecordLaunch(List<String> command, Map<String, String> environment, Optional<JavaShim> shim) {
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
        this.shim = shim;
    }

    /** Refuses a command that cannot be recorded; touches neither the directory nor the program. */
    static void check(List<String> command, Map<String, String> environment) throws SessionException, IOException {
        Path file = Executable.resolve(command.get(0), environment);
        if (!startsJava(command)) {
            return;
        }
        Optional<Jdk> jdk = Jdk.ofLauncher(file);
        Optional<Integer> feature = jdk.isPresent() ? jdk.get().feature() : Optional.empty();
        if (feature.isPresent() && feature.get() < Jdk.OLDEST_FEATURE) {
            throw new SessionException(
                    SessionException.Reason.PLATFORM,
                    "'" + command.get(0) + "' is Java " + feature.get() + "; Hindsight records Java "
                            + Jdk.OLDEST_FEATURE + " and newer");
        }
    }

    /** The JDK that the command will most likely run. */
    static Optional<Jdk> jdk(List<String> command, Map<String, String> environment)
            throws SessionException, IOException {
        if (startsJava(command)) {
            return Jdk.ofLauncher(Executable.resolve(command.get(0), environment));
        }
        return JavaShim.jdk(environment);
    }

    /** @param standstill the file to make when no thread of the program can go on */
    static RecordLaunch prepare(
            List<String> command,
            Map<String, String> environment,
            Path agent,
            Path recording,
            OptionalLong maxSizeBytes,
            ThreadChoice threads,
            Optional<Path> standstill)
            throws IOException, SessionException {
        boolean allModules = startsJava(command) && hasAllModules(command, environment);
        AgentOptions options = (allModules ? AgentOptions.forAllModules(agent) : AgentOptions.forAny(agent))
                .with("cache", agent.getParent().toString());
        if (maxSizeBytes.isPresent()) {
            options.with("max-size", Long.toString(maxSizeBytes.getAsLong()));
        }
        if (threads.mode().isPresent()) {
            options.with("threads", threads.mode().get().word());
        }
        if (!threads.analysis().equals("on")) {
            options.with("analysis", threads.analysis());
        }
        if (threads.seed().isPresent()) {
            options.with("seed", Long.toString(threads.seed().getAsLong()));
        }
        if (threads.chaos().isPresent()) {
            options.with("chaos", Long.toString(threads.chaos().getAsLong()));
        }
        if (standstill.isPresent()) {
            options.with("standstill", standstill.get().toString());
        }
        if (startsJava(command)) {
            List<String> full = new ArrayList<>(command);
            full.add(1, options.with("output", recording.toString()).toString());
            return new RecordLaunch(full, environment, Optional.empty());
        }
        // The directory comes last: the scripts of the shim append to it.
        options.with("hide-path", environment.getOrDefault("PATH", ""))
                .with("hide-java-home", environment.getOrDefault("JAVA_HOME", ""))
                .with("output", recording.toString());
        Optional<JavaShim> shim = JavaShim.create(environment, recording, options);
        return new RecordLaunch(command, shim.map(JavaShim::environment).orElse(environment), shim);
    }

    /** Whether the command's first word is a java launcher, which takes the agent's option directly. */
    static boolean startsJava(List<String> command) {
        return Path.of(command.get(0)).endsWith("java");
    }

    /**
     * Whether a launcher surely starts a program from the class path, which gets all modules of the JDK. Words of the program that
     * look like options of the launcher do no harm.
     */
    private static boolean hasAllModules(List<String> command, Map<String, String> environment) {
        for (String word : command) {
            if (word.startsWith("@") || MODULE_OPTIONS.contains(word.split("=", 2)[0])) {
                return false;
            }
        }
        return Collections.disjoint(environment.keySet(), Jdk.OPTION_VARIABLES);
    }

    List<String> command() {
        return command;
    }

    Map<String, String> environment() {
        return environment;
    }

    ProcessBuilder process() {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        // Variables that stay the same are not put again: their bytes may not survive the way through a String.
        Map<String, String> changed = new HashMap<>(environment);
        changed.entrySet().removeAll(System.getenv().entrySet());
        builder.environment().keySet().retainAll(environment.keySet());
        builder.environment().putAll(changed);
        return builder;
    }

    @Override
    public void close() throws IOException {
        if (shim.isPresent()) {
            shim.get().delete();
        }
    }
}
