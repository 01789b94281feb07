package dev.hindsight.session;

import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.Recording;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** One run of a recorded program under the replayer; the mirror of {@link RecordSession}. */
public final class ReplaySession implements AutoCloseable {
    private final ReplayLaunch launch;
    private final Optional<Path> otherJdk;
    private final Path scratch;
    private final Path status;

    /** @param otherJdk to be used instead of the one that was recorded */
    public ReplaySession(Recording recording, Optional<Path> otherJdk) throws IOException {
        this.launch = new ReplayLaunch(recording, otherJdk);
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

    /** Runs the program; returns the exit code of its JVM. */
    public int run() throws SessionException, IOException, InterruptedException {
        Path agent = AgentJar.extract();
        Preparation.ensure(launch.jdk(), agent);
        return new TargetProcess(launch.process(agent, status)).run();
    }

    /** What the replayer reported at its end; empty if it did not get that far. */
    public Optional<ReplayOutcome> outcome() throws IOException {
        try {
            return ReplayOutcome.read(status);
        } catch (CorruptRecordingException e) {
            throw new IllegalStateException("the replayer wrote a status that cannot be read", e);
        }
    }

    /** How many events were replayed so far; may be called from any thread. */
    public long progress() throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (SeekableByteChannel channel = Files.newByteChannel(Path.of(status + ".progress"))) {
            return channel.read(buffer) == Long.BYTES ? buffer.getLong(0) : 0;
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    @Override
    public void close() throws IOException {
        PrivateDirectory.delete(scratch);
    }
}
