package dev.hindsight.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Where runs are recorded of which at most one is kept: a directory beside the place where that one will go, so that it can be moved
 * there in one step. Its name tells what it is, should the tool be killed, and has the number of the process, so that two tools do not meet.
 */
public final class DraftDirectory implements AutoCloseable {
    private static final String MARK = ".unfinished-";

    private final Path directory;
    private boolean left;

    private DraftDirectory(Path directory) {
        this.directory = directory;
    }

    /** Whether a directory of this name holds runs that were not kept. */
    public static boolean isDraft(Path directory) {
        return directory.getFileName() != null
                && directory.getFileName().toString().matches(".*\\Q" + MARK + "\\E[0-9]+");
    }

    /** Made for a recording that will be at the target, which must not exist, or be empty. */
    public static DraftDirectory beside(Path target) throws SessionException, IOException {
        Path place = target.toAbsolutePath().normalize();
        PrivateDirectory.requireFree(place);
        Path directory = place.resolveSibling(
                place.getFileName() + MARK + ProcessHandle.current().pid());
        if (Files.exists(directory)) {
            // Of a process that had our number before.
            PrivateDirectory.delete(directory);
        }
        PrivateDirectory.forRecording(directory);
        DraftDirectory draft = new DraftDirectory(directory);
        if (Files.exists(place) && !Files.getFileStore(place).equals(Files.getFileStore(directory))) {
            draft.close();
            throw PrivateDirectory.refusal(place, "it is on another file system than its parent, where runs are made");
        }
        return draft;
    }

    /** Where the next run is recorded. */
    public Path recording() {
        return directory.resolve("recording");
    }

    /** What the run printed to its standard output. */
    public Path out() {
        return directory.resolve("stdout");
    }

    /** What the run printed to its standard error. */
    public Path err() {
        return directory.resolve("stderr");
    }

    /** The agent makes it when threads of the run can never go on. */
    Path standstill() {
        return directory.resolve("standstill");
    }

    /** What the agent says about threads that wait for each other, if they may go on. */
    Path seen() {
        return directory.resolve("standstill.seen");
    }

    /** Removes what the last run left. */
    public void clear() throws IOException {
        for (Path left : new Path[] {recording(), out(), err(), standstill(), seen()}) {
            PrivateDirectory.deleteIfExists(left);
        }
    }

    /** Moves the last recording to its place; false if something is there by now. */
    public boolean keepAs(Path target) throws IOException {
        try {
            Files.move(recording(), target, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            if (Files.exists(target)) {
                return false;
            }
            throw e;
        }
    }

    /** The last recording stays here. */
    public void leave() {
        left = true;
    }

    @Override
    public void close() throws IOException {
        if (!left) {
            PrivateDirectory.deleteIfExists(directory);
        }
    }
}
