package dev.hindsight.session;

import dev.hindsight.session.debug.DebugBridge;
import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** One run of a recorded program under the replayer; the mirror of {@link RecordSession}. */
public final class ReplaySession implements AutoCloseable {
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int LOOK_MILLIS = 200;
    /** How much heap a step takes with the objects that it keeps, about, and classes that tell their steps. */
    private static final long STEP_BYTES = 100;

    private static final long HOOKS_BYTES = 64L << 20;
    private static final int GRACE_SECONDS = 3;
    private static final Optional<ReplayOutcome.Verdict> FAITHFUL = Optional.of(ReplayOutcome.Verdict.FAITHFUL);

    private final ReplayLaunch launch;
    private final Optional<Reach> reach;
    private final Optional<Path> otherJdk;
    private final Path scratch;
    private final Path status;
    /** How many of the program's last steps are kept; 0 for none. */
    private int stepsKept;

    private OptionalLong lookAt = OptionalLong.empty();

    /** @param otherJdk to be used instead of the one that was recorded */
    public ReplaySession(Recording recording, Optional<Path> otherJdk) throws IOException, SessionException {
        this.launch = new ReplayLaunch(recording, otherJdk);
        this.reach = Reach.of(recording);
        this.otherJdk = otherJdk;
        this.scratch = PrivateDirectory.temporary("hindsight-replay");
        this.status = scratch.resolve("status.json");
    }

    /** Refuses what cannot be replayed here; returns what the user should know beforehand. */
    public Optional<String> check() throws SessionException, IOException {
        Platform.check();
        if (otherJdk.isPresent()) {
            return launch.warning();
        }
        launch.checkJdk();
        return Optional.empty();
    }

    /** Has the program tell what its threads do, step by step, instead of printing what it prints. */
    public void keepSteps(int most) {
        stepsKept = most;
        launch.giveRoom(HOOKS_BYTES + most * STEP_BYTES);
    }

    /** Has the objects of one step tell what they hold then; to be called if steps are kept. */
    public void lookAt(long step) {
        lookAt = OptionalLong.of(step);
    }

    /** Where the last steps are to be read; there is no such file if the replay did not come to an end. */
    public Path steps() {
        return scratch.resolve("steps");
    }

    /**
     * Runs the program; returns the exit code of its JVM.
     *
     * @param events how many there are; whoever watches at a terminal is shown how many of them were replayed
     * @param bridge where a debugger may come; empty if none is wanted
     */
    public int run(long events, Optional<DebugBridge> bridge)
            throws SessionException, IOException, InterruptedException {
        Path agent = AgentJar.extract();
        Preparation.ensure(launch.jdk(), agent);
        AgentOptions options = launch.options(agent, status);
        if (Terminal.isAt(STDERR)) {
            options.with("progress", Long.toString(reach.map(Reach::events).orElse(events)));
            if (Terminal.isAt(STDOUT)) {
                options.with("stdout", "terminal");
            }
        }
        reach.ifPresent(known -> options.with("places", Long.toString(known.places())));
        if (bridge.isPresent()) {
            options.with("debug", "true");
            bridge.get().test().ifPresent(test -> options.with("stop-at-test", Long.toString(test.run())));
            bridge.get().start();
        }
        if (stepsKept > 0) {
            options.with("steps", steps().toString()).with("steps-kept", Integer.toString(stepsKept));
            lookAt.ifPresent(step -> options.with("steps-look-at", Long.toString(step)));
        }
        ProcessBuilder process = launch.process(options, bridge.map(DebugBridge::jvmOption));
        if (stepsKept > 0) {
            process.redirectOutput(ProcessBuilder.Redirect.DISCARD);
            if (!Terminal.isAt(STDERR)) {
                process.redirectError(ProcessBuilder.Redirect.DISCARD);
            }
        }
        TargetProcess target = new TargetProcess(
                process, bridge.isPresent() ? TargetProcess.Hearing.NONE : TargetProcess.Hearing.GOOD);
        if (bridge.isPresent()) {
            Thread watch = new Thread(() -> killWhenOver(target), "debug-end");
            watch.setDaemon(true);
            watch.start();
        }
        return target.run();
    }

    /** A JVM that ends in the middle of what a debugger evaluates waits for that for ever. */
    private void killWhenOver(TargetProcess target) {
        try {
            while (Files.notExists(status)
                    || outcome().map(ReplayOutcome::verdict).equals(FAITHFUL)) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
            TimeUnit.SECONDS.sleep(GRACE_SECONDS);
            target.kill();
        } catch (InterruptedException | IOException | IllegalStateException e) {
            // The session has ended, and what it wrote is gone.
            return;
        }
    }

    /** What the replayer reported at its end; empty if it did not get that far. */
    public Optional<ReplayOutcome> outcome() throws IOException {
        try {
            return ReplayOutcome.read(status)
                    .map(outcome -> outcome.verdict() == ReplayOutcome.Verdict.ENDED
                            ? outcome.with(reach.flatMap(Reach::note))
                            : outcome);
        } catch (CorruptRecordingException e) {
            throw new IllegalStateException("the replayer wrote a status that cannot be read", e);
        }
    }

    @Override
    public void close() throws IOException {
        PrivateDirectory.delete(scratch);
    }
}
