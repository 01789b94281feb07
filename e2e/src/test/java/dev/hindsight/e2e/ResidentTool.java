package dev.hindsight.e2e;

import dev.hindsight.app.Main;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The tool in a JVM that stays: starting one takes as long as a whole replay. The replayed programs have JVMs of their own in
 * any case.
 *
 * <p>What such a JVM and its targets print goes to two files, which are emptied between commands. It gets its commands from its
 * standard input and puts each exit code into a file. It ends with the tests, when its input does.
 */
final class ResidentTool {
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final int LOOK_MILLIS = 3;
    private static final ConcurrentLinkedQueue<ResidentTool> IDLE = new ConcurrentLinkedQueue<>();

    private final Path out;
    private final Path err;
    private final Path answer;
    private final Process process;
    private final DataOutputStream commands;

    private ResidentTool(Map<String, String> environment) throws IOException {
        Path home = Files.createTempDirectory(Files.createDirectories(Checkout.testOutput()), "resident");
        this.out = Files.createFile(home.resolve("out"));
        this.err = Files.createFile(home.resolve("err"));
        this.answer = home.resolve("answer");
        ProcessBuilder builder = new ProcessBuilder(
                        Jdk.running().java().toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        Checkout.appJar() + ":" + Checkout.testOutput().resolve("test-classes"),
                        ResidentTool.class.getName(),
                        answer.toString())
                .directory(home.toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        this.process = builder.start();
        this.commands = new DataOutputStream(process.getOutputStream());
    }

    /** Runs one command of the tool; all calls have the same environment. */
    static Command.Result run(List<String> arguments, Map<String, String> environment)
            throws IOException, InterruptedException {
        ResidentTool idle = IDLE.poll();
        ResidentTool tool = idle == null ? new ResidentTool(environment) : idle;
        Command.Result result = tool.run(arguments);
        IDLE.add(tool);
        return result;
    }

    private Command.Result run(List<String> arguments) throws IOException, InterruptedException {
        empty(out);
        empty(err);
        Files.deleteIfExists(answer);
        commands.writeInt(arguments.size());
        for (String argument : arguments) {
            commands.writeUTF(argument);
        }
        commands.flush();
        Instant deadline = Instant.now().plus(DEADLINE);
        while (Files.notExists(answer)) {
            if (Instant.now().isAfter(deadline) || !process.isAlive()) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("Not ended within " + DEADLINE + ": " + String.join(" ", arguments) + "\n"
                        + Workbench.read(err));
            }
            Thread.sleep(LOOK_MILLIS);
        }
        int exitCode = Integer.parseInt(Files.readString(answer));
        return new Command.Result(exitCode, Files.readAllBytes(out), Files.readAllBytes(err));
    }

    private static void empty(Path file) throws IOException {
        Files.newOutputStream(file).close();
    }

    /** @param arguments where to put the exit codes */
    public static void main(String[] arguments) throws IOException {
        Path answer = Path.of(arguments[0]);
        Path draft = answer.resolveSibling("draft");
        DataInputStream commands = new DataInputStream(System.in);
        try {
            while (true) {
                String[] words = new String[commands.readInt()];
                for (int i = 0; i < words.length; i++) {
                    words[i] = commands.readUTF();
                }
                PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false);
                Files.writeString(draft, Integer.toString(Main.run(out, System.err, words)));
                Files.move(draft, answer, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (EOFException testsHaveEnded) {
            // Nobody asks any more.
        }
    }
}
