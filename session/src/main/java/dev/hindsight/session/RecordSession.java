package dev.hindsight.session;

import dev.hindsight.trace.Recording;
import dev.hindsight.trace.Sealed;
import dev.hindsight.trace.ThreadMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One run of a command under the recorder. */
public final class RecordSession {
    /** Holds the command as the user gave it; the agent cannot know it if a script started the JVM. */
    public static final String COMMAND = "command.json";

    /** Holds why the run was judged to have failed; the program need not know that it has. */
    public static final String FAILURE = "failure.json";

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final List<String> command;
    private final Path directory;
    private final OptionalLong maxSizeBytes;
    private final ThreadChoice threads;
    private final Optional<RunWatch> watch;
    private boolean lost;

    /**
     * @param command not empty
     * @param directory where the recording goes; made by {@link #run}
     * @param watch empty for a run that takes as long as it takes
     */
    public RecordSession(
            List<String> command,
            Path directory,
            OptionalLong maxSizeBytes,
            ThreadChoice threads,
            Optional<RunWatch> watch) {
        this.command = List.copyOf(command);
        this.directory = directory.toAbsolutePath().normalize();
        this.maxSizeBytes = maxSizeBytes;
        this.threads = threads;
        this.watch = watch;
    }

    public Path directory() {
        return directory;
    }

    /** Runs the command; returns its exit code. */
    public int run() throws SessionException, IOException, InterruptedException {
        Platform.check();
        Map<String, String> environment = UserEnvironment.get();
        RecordLaunch.check(command, environment);
        PrivateDirectory.forRecording(directory);
        Path agent = AgentJar.extract();
        Optional<Jdk> jdk = RecordLaunch.jdk(command, environment);
        if (jdk.isPresent()) {
            Preparation.ensure(jdk.get(), agent);
            if (threads.mode().equals(Optional.of(ThreadMode.PARALLEL))
                    && !threads.analysis().equals("off")) {
                Analysis.ensure(command, environment, agent, jdk.get());
            }
        }
        claim();
        int exitCode;
        long pid = 0;
        Optional<Path> standstill = watch.flatMap(RunWatch::standstill);
        try (RecordLaunch launch =
                RecordLaunch.prepare(command, environment, agent, directory, maxSizeBytes, threads, standstill)) {
            ProcessBuilder builder = launch.process();
            watch.ifPresent(one -> one.redirect(builder));
            TargetProcess target = new TargetProcess(builder, watch);
            exitCode = target.run();
            pid = target.pid();
        } finally {
            if (pid == 0) {
                Files.deleteIfExists(directory.resolve(COMMAND));
            }
        }
        lost = !Files.isDirectory(directory);
        if (recorded()) {
            complete(exitCode, pid);
        } else if (!lost) {
            removeRemains();
        }
        return exitCode;
    }

    /** Takes the directory for this recording, before another tool does; on a full disk, what the command is will be missing. */
    private void claim() throws SessionException {
        Path file = directory.resolve(COMMAND);
        try {
            Files.createFile(file, OWNER_ONLY);
            writePrivately(file, Map.of("command", command));
        } catch (FileAlreadyExistsException e) {
            throw PrivateDirectory.refusal(directory, "another recording is being made there");
        } catch (IOException e) {
            file.toFile().delete();
        }
    }

    /** A JVM that found no main class has begun a recording of nothing, which would be in the way of the next. */
    private void removeRemains() throws IOException {
        Files.deleteIfExists(directory.resolve(COMMAND));
        if (Files.exists(directory.resolve(Recording.CHILDREN))) {
            PrivateDirectory.deleteEmpty(directory);
        } else {
            PrivateDirectory.delete(directory);
        }
    }

    /** Removes the recording: it is not wanted. */
    public void discard() throws IOException {
        PrivateDirectory.deleteIfExists(directory);
    }

    /** Adds why the run failed, in lines. On a full disk the recording does without. */
    public void failed(List<String> why) {
        try {
            writePrivately(directory.resolve(FAILURE), Map.of("why", why));
        } catch (IOException e) {
            directory.resolve(FAILURE).toFile().delete();
        }
    }

    /** Whether somebody removed the recording while the command ran. */
    public boolean lost() {
        return lost;
    }

    /** Whether a JVM was recorded. */
    public boolean recorded() {
        return Files.exists(directory.resolve(Recording.MANIFEST));
    }

    /** Adds what only the tool knows. On a full disk the recording does without: the program has ended as it did. */
    private void complete(int exitCode, long pid) {
        try {
            if (isJvm(pid)) {
                correctExitCode(exitCode);
            }
        } catch (IOException e) {
            // What the JVM wrote about its end has to do.
        }
    }

    /** Whether the process that was started is the one that was recorded: a script may end with a code of its own. */
    private boolean isJvm(long pid) throws IOException {
        Map<String, Object> manifest = Sealed.read(directory.resolve(Recording.MANIFEST));
        return Long.valueOf(pid).equals(manifest.get("pid"));
    }

    /** The launcher may end with another code than the JVM knows of, as after an error in a static initialiser. */
    private void correctExitCode(int exitCode) throws IOException {
        Path file = directory.resolve(Recording.END);
        if (Files.exists(file)) {
            Map<String, Object> end = Sealed.read(file);
            if (!Long.valueOf(exitCode).equals(end.put("exitCode", (long) exitCode))) {
                writePrivately(file, end);
            }
        }
    }

    /** Replaces a file in one step, readable by its owner alone. */
    private static void writePrivately(Path file, Map<String, Object> content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".tool");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, OWNER_ONLY);
        try {
            Files.writeString(fresh, Sealed.json(content), StandardCharsets.UTF_8);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
