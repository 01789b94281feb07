package dev.hindsight.app;

import dev.hindsight.session.ReplayOutcome;
import dev.hindsight.session.ReplaySession;
import dev.hindsight.session.Terminal;
import dev.hindsight.session.debug.DebugBridge;
import dev.hindsight.trace.FailedTest;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/** Runs a recorded program again, fed from its recording. */
final class ReplayCommand implements Command {
    private static final int STDERR = 2;
    private static final int DEFAULT_PORT = 5005;
    private static final int MAX_PORT = 65535;

    private static final Option CHECK = Option.flag(
            "--check", "Say whether the replay was faithful; exit with 0 if it was, with 125 if it diverged.");
    private static final Option JDK = Option.valued(
            "--jdk", "PATH", "Replay with this JDK instead of the recorded one. Another version may diverge.");
    private static final Option DEBUG = Option.perhapsNumbered(
            "--debug",
            "PORT",
            "Wait for a Java debugger on this port of the loopback interface, 5005 if none is given, 0 for any.",
            "What it looks at does not change the replay; what it evaluates may.");

    private static final Option FROM_START = Option.flag(
            "--from-start",
            "With --debug: wait before the first instruction, not at the beginning of a test that failed later.");

    private final Screen screen;

    ReplayCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "replay",
                        "Runs a recorded program again, fed from its recording instead of the outside world.",
                        "",
                        "Prints what the program printed and exits as it did; with 125 if the replay diverged from the"
                                + " recording.")
                .takes(RecordingArgument.PARAMETER)
                .with(CHECK, JDK, DEBUG, FROM_START);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        // What is wrong with the command line comes before what is wrong with the recording.
        if (port(arguments).isEmpty() && arguments.has(FROM_START)) {
            throw new CommandFailure(ExitCode.USAGE, "--from-start goes with --debug");
        }
        return RecordingArgument.use(arguments, recording -> replay(recording, arguments));
    }

    /** Where to wait for a debugger; empty for nowhere. */
    private static OptionalInt port(Arguments arguments) {
        if (arguments.value(DEBUG).equals(Optional.of(""))) {
            return OptionalInt.of(DEFAULT_PORT);
        }
        Optional<Long> port = arguments.number(DEBUG, 0, MAX_PORT);
        return port.isEmpty() ? OptionalInt.empty() : OptionalInt.of(port.get().intValue());
    }

    private int replay(Recording recording, Arguments arguments) throws Exception {
        recording.requireWhole();
        Summary summary = Summary.of(recording);
        try (ReplaySession session = new ReplaySession(recording, arguments.path(JDK))) {
            session.check().ifPresent(warning -> screen.say("WARNING: " + warning));
            OptionalInt port = port(arguments);
            Optional<DebugBridge> bridge = port.isEmpty()
                    ? Optional.empty()
                    : Optional.of(openBridge(port.getAsInt(), testToStopIn(recording, arguments)));
            int jvmExitCode = run(session, summary.events(), bridge);
            Optional<ReplayOutcome> outcome = session.outcome();
            if (outcome.isEmpty() && Terminal.isAt(STDERR)) {
                // How far it was may still stand there.
                screen.err().println();
            }
            if (outcome.isEmpty() && bridge.isPresent() && bridge.get().isEndedByDebugger()) {
                screen.say("the debugger ended the replay");
                return arguments.has(CHECK) ? ExitCode.DIVERGENCE : jvmExitCode;
            }
            ReplayReport.Tone tone = arguments.has(CHECK) ? ReplayReport.Tone.CHECK : ReplayReport.Tone.QUIET;
            ReplayReport report =
                    ReplayReport.of(outcome, jvmExitCode, summary.ending().exitCode(), tone);
            report.lines().forEach(line -> screen.err().println(Printable.lines(line)));
            if (outcome.isPresent() && outcome.get().verdict() == ReplayOutcome.Verdict.ENDED) {
                summary.ending()
                        .stopped()
                        .ifPresent(reason -> screen.say("the recording stopped early: " + Printable.line(reason)));
            }
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

    /** The first test that failed in its method; none if the user wants to see how it came to that. */
    private static Optional<FailedTest> testToStopIn(Recording recording, Arguments arguments) throws IOException {
        return arguments.has(FROM_START)
                ? Optional.empty()
                : FailedTest.of(recording).stream()
                        .filter(test -> test.run() > 0)
                        .findFirst();
    }

    private DebugBridge openBridge(int port, Optional<FailedTest> test) throws CommandFailure {
        try {
            DebugBridge bridge = new DebugBridge(port, test, screen::say, open -> invite(open, test));
            test.ifPresent(failed -> screen.say("replaying up to the test that failed: " + failed.name()));
            return bridge;
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "cannot wait for a debugger on port " + port + ": " + e.getMessage()
                            + "; choose another with --debug=PORT");
        }
    }

    /** The first of its lines is the one by which IDEs find JVMs to attach to. */
    private void invite(int port, Optional<FailedTest> test) {
        screen.err().println("Listening for transport dt_socket at address: " + port);
        screen.say("the program waits for a debugger"
                + test.map(failed -> " at the beginning of " + failed.method()).orElse("")
                + "; attach one to localhost:"
                + port + ", for example: jdb -attach " + port);
    }
}
