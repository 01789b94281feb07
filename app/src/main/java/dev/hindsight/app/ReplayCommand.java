package dev.hindsight.app;

import dev.hindsight.session.ReplayOutcome;
import dev.hindsight.session.ReplaySession;
import dev.hindsight.session.Terminal;
import dev.hindsight.session.debug.DebugBridge;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Runs a recorded program again, fed from its recording. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs a recorded program again, fed from its recording instead of the outside world.",
            "",
            "Prints what the program printed and exits as it did; with 125 if the replay diverged from the recording.",
            ""
        })
final class ReplayCommand implements Callable<Integer> {
    private static final int STDERR = 2;
    private static final String DEFAULT_PORT = "5005";

    private final Screen screen;

    @Mixin
    private RecordingArgument argument;

    @Option(
            names = "--check",
            description = "Say whether the replay was faithful; exit with 0 if it was, with 125 if it diverged.")
    private boolean check;

    @Option(
            names = "--jdk",
            paramLabel = "PATH",
            description = "Replay with this JDK instead of the recorded one. Another version may diverge.")
    private Path jdk;

    @Option(
            names = "--debug",
            arity = "0..1",
            paramLabel = "PORT",
            preprocessor = AttachedOnly.class,
            description = {
                "Wait for a Java debugger on this port of the loopback interface, 5005 if none is given, 0 for any.",
                "Whatever it looks at or evaluates, the replay goes on as recorded."
            })
    private Integer debugPort;

    ReplayCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws Exception {
        return argument.use(this::replay);
    }

    private int replay(Recording recording) throws Exception {
        recording.requireWhole();
        Summary summary = Summary.of(recording);
        try (ReplaySession session = new ReplaySession(recording, Optional.ofNullable(jdk))) {
            session.check().ifPresent(warning -> screen.say("WARNING: " + warning));
            Optional<DebugBridge> bridge = debugPort == null ? Optional.empty() : Optional.of(openBridge());
            int jvmExitCode = run(session, summary.events(), bridge);
            Optional<ReplayOutcome> outcome = session.outcome();
            if (outcome.isEmpty() && Terminal.isAt(STDERR)) {
                // How far it was may still stand there.
                screen.err().println();
            }
            if (outcome.isEmpty() && bridge.isPresent() && bridge.get().isEndedByDebugger()) {
                screen.say("the debugger ended the replay");
                return check ? ExitCode.DIVERGENCE : jvmExitCode;
            }
            ReplayReport.Tone tone = check ? ReplayReport.Tone.CHECK : ReplayReport.Tone.QUIET;
            ReplayReport report =
                    ReplayReport.of(outcome, jvmExitCode, summary.ending().exitCode(), tone);
            report.lines().forEach(line -> screen.err().println(Printable.lines(line)));
            return report.exitCode();
        }
    }

    private static int run(ReplaySession session, long events, Optional<DebugBridge> bridge) throws Exception {
        try {
            return session.run(events, bridge);
        } finally {
            bridge.ifPresent(DebugBridge::close);
        }
    }

    /** The first of its lines is the one by which IDEs find JVMs to attach to. */
    private DebugBridge openBridge() throws CommandFailure {
        try {
            DebugBridge bridge = new DebugBridge(debugPort, screen::say);
            screen.err().println("Listening for transport dt_socket at address: " + bridge.port());
            screen.say("the program waits for a debugger; attach one to localhost:" + bridge.port()
                    + ", for example: jdb -attach " + bridge.port());
            return bridge;
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "cannot wait for a debugger on port " + debugPort + ": " + e.getMessage()
                            + "; choose another with --debug=PORT");
        }
    }

    /** What follows the option without an equals sign is its port only if it can be nothing else; else it is the recording. */
    static final class AttachedOnly implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> details) {
            if (" ".equals(details.get("separator")) && !isPort(words)) {
                words.push(DEFAULT_PORT);
            }
            return false;
        }

        private static boolean isPort(Stack<String> words) {
            return words.size() > 1
                    && words.peek().chars().allMatch(c -> c >= '0' && c <= '9')
                    && Files.notExists(Path.of(words.peek()));
        }
    }
}
