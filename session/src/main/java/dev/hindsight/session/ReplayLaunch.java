package dev.hindsight.session;

import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.Recording;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The command that runs a recorded program again under the replayer; the mirror of {@link RecordLaunch}. */
final class ReplayLaunch {
    /** Properties that the JVM takes from its surroundings before the agent can feed it anything. */
    private static final List<String> PROPERTIES =
            List.of("user.dir", "user.name", "user.home", "java.io.tmpdir", "file.encoding");

    private static final Pattern MOST_HEAP = Pattern.compile("(?:-Xmx|-XX:MaxHeapSize=)(\\d+)([kKmMgGtT]?)");
    private static final int UNIT_BITS = 10;

    private final Recording recording;
    private final LaunchFacts facts;
    private final Jdk jdk;
    /** How much more heap there is than in the recorded run, in bytes. */
    private long room;

    ReplayLaunch(Recording recording, Optional<Path> otherJdk) throws CorruptRecordingException {
        this.recording = recording;
        this.facts = new LaunchFacts(recording);
        this.jdk = new Jdk(otherJdk.isPresent() ? otherJdk.get().toAbsolutePath() : Path.of(facts.text("jdk", "home")));
    }

    /** Refuses if the JDK of the recording is gone or is another one now. */
    void checkJdk() throws SessionException, IOException {
        String recorded = facts.text("jdk", "version");
        if (!jdk.exists()) {
            throw refusal("was made with JDK " + recorded + " at '" + jdk.home() + "', which is not there any more");
        }
        Optional<String> present = jdk.runtimeVersion();
        if (present.isPresent() && !present.get().equals(recorded)) {
            throw refusal(
                    "was made with JDK " + recorded + "; at '" + jdk.home() + "' there is " + present.get() + " now");
        }
    }

    private SessionException refusal(String what) {
        return new SessionException(
                SessionException.Reason.PLATFORM,
                "recording '" + recording.directory() + "' " + what
                        + "; install that JDK, or try another with --jdk PATH");
    }

    /** What to tell a user who chose another JDK; empty if it is the right one. */
    Optional<String> warning() throws SessionException, IOException {
        if (!jdk.exists()) {
            throw new SessionException(
                    SessionException.Reason.PLATFORM, "there is no JDK at '" + jdk.home() + "': it has no bin/java");
        }
        String recorded = facts.text("jdk", "version");
        String present = jdk.runtimeVersion().orElse("of unknown version");
        return present.equals(recorded)
                ? Optional.empty()
                : Optional.of("the recording was made with JDK " + recorded + ", this is " + present
                        + ": the replay may diverge");
    }

    Jdk jdk() {
        return jdk;
    }

    /** Gives the program more heap than it had, for what the replay keeps there. */
    void giveRoom(long bytes) {
        room = bytes;
    }

    /** What the agent has to know in any case. */
    AgentOptions options(Path agent, Path status) {
        return (facts.isTrue("launch", "keptModules") ? AgentOptions.forAllModules(agent) : AgentOptions.forAny(agent))
                .with("replay", recording.directory().toAbsolutePath().toString())
                .with("status", status.toString())
                .with("cache", agent.getParent().toString());
    }

    /** @param debugging what lets a debugger attach; empty for nothing */
    List<String> command(AgentOptions options, Optional<String> debugging) throws CorruptRecordingException {
        List<String> arguments = facts.texts("launch", "vmArguments");
        int before = (int) Math.min(facts.number(arguments.size(), "launch", "agentPosition"), arguments.size());
        List<String> command = new ArrayList<>();
        command.add(jdk.launcher().toString());
        command.addAll(facts.texts("launch", "heapOptions"));
        addOptions(arguments.subList(0, before), command);
        // Agents start in their order, and what those behind ours do is part of the recording.
        command.add(options.toString());
        debugging.ifPresent(command::add);
        addOptions(arguments.subList(before, arguments.size()), command);
        if (room > 0) {
            mostHeap(command).ifPresent(most -> command.add("-Xmx" + (most + room)));
        }
        for (String property : PROPERTIES) {
            String value = facts.textOr("", "properties", property);
            if (!value.isEmpty()) {
                command.add("-D" + property + "=" + value);
            }
        }
        command.addAll(program());
        command.addAll(facts.texts("launch", "arguments"));
        return command;
    }

    /** The size that the last of the options gives, which the JVM takes. */
    private static OptionalLong mostHeap(List<String> options) {
        OptionalLong most = OptionalLong.empty();
        for (String option : options) {
            Matcher size = MOST_HEAP.matcher(option);
            if (size.matches()) {
                int unit = " kmgt"
                        .indexOf((size.group(2) + " ").toLowerCase(Locale.ROOT).charAt(0));
                most = OptionalLong.of(Long.parseLong(size.group(1)) << UNIT_BITS * unit);
            }
        }
        return most;
    }

    private static void addOptions(List<String> recorded, List<String> command) {
        for (String option : recorded) {
            if (!AgentJar.isLoadedBy(option) && !option.startsWith("--module-path=")) {
                command.add(option);
            }
        }
    }

    private List<String> program() throws CorruptRecordingException {
        String mode = facts.text("launch", "mode");
        return switch (mode) {
            case "class", "jar" ->
                List.of("-cp", facts.textOr("", "launch", "classPath"), facts.text("launch", "mainClass"));
            case "module" -> module();
            case "source" ->
                List.of("--add-modules=ALL-DEFAULT", "-m", "jdk.compiler/" + facts.text("launch", "mainClass"));
            default -> throw new CorruptRecordingException("the manifest names an unknown launch mode: " + mode);
        };
    }

    private List<String> module() throws CorruptRecordingException {
        String path = modulePath();
        List<String> words = new ArrayList<>();
        if (!path.isEmpty()) {
            words.addAll(List.of("-p", path));
        }
        words.addAll(List.of("-m", facts.text("launch", "target")));
        return words;
    }

    /** The copies that the recording keeps; the modules themselves may be gone. */
    private String modulePath() {
        if (recording.manifest().get("modules") instanceof List<?> modules && !modules.isEmpty()) {
            Path home = recording.directory().toAbsolutePath();
            return modules.stream()
                    .filter(Map.class::isInstance)
                    .map(module -> home.resolve(String.valueOf(((Map<?, ?>) module).get("copy")))
                            .toString())
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return facts.textOr("", "launch", "modulePath");
    }

    /**
     * The recorded variables and no others; the program itself gets to see them from its recording. Those with options are missing,
     * as they are among the recorded options: a JVM that finds them again would load agents twice.
     */
    Map<String, String> environment() throws CorruptRecordingException {
        Map<String, String> environment = new TreeMap<>();
        for (String variable : facts.texts("environment")) {
            // A name may begin with an equals sign.
            int equals = variable.indexOf('=', 1);
            String name = equals < 0 ? "" : variable.substring(0, equals);
            if (!name.isEmpty() && !Jdk.OPTION_VARIABLES.contains(name)) {
                environment.put(name, variable.substring(equals + 1));
            }
        }
        return environment;
    }

    Path workingDirectory() {
        Path recorded = Path.of(facts.textOr("", "workingDirectory"));
        return recorded.isAbsolute() && Files.isDirectory(recorded)
                ? recorded
                : recording.directory().toAbsolutePath();
    }

    ProcessBuilder process(AgentOptions options, Optional<String> debugging) throws CorruptRecordingException {
        ProcessBuilder builder = new ProcessBuilder(command(options, debugging))
                .directory(workingDirectory().toFile())
                .inheritIO()
                .redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(environment());
        return builder;
    }
}
