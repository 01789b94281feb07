package dev.hindsight.app;

import dev.hindsight.session.SessionException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Where the tool starts. */
public final class Main {
    private static final int BUFFER_BYTES = 1 << 16;

    private Main() {}

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(
                new java.io.BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES), false);
        System.exit(run(out, System.err, arguments));
    }

    /** Does what the arguments ask for; returns the exit code. */
    public static int run(PrintStream out, PrintStream err, String... arguments) {
        int exitCode = commandLine(new Screen(out, err)).execute(arguments);
        out.flush();
        return exitCode;
    }

    static CommandLine commandLine(Screen screen) {
        CommandLine record = new CommandLine(new RecordCommand(screen));
        // Everything behind the first word of the recorded command belongs to it, even what looks like an option.
        record.setStopAtPositional(true);
        CommandLine hindsight = new CommandLine(new HindsightCommand(screen))
                .addSubcommand(new DemoCommand(screen))
                .addSubcommand(record)
                .addSubcommand(new ReplayCommand(screen))
                .addSubcommand(new InfoCommand(screen))
                .addSubcommand(new DumpCommand(screen))
                .addSubcommand(new LsCommand(screen))
                .addSubcommand(new ScrubCommand(screen));
        // The java launcher has argument files of its own, and those are not for this tool to open.
        hindsight.setExpandAtFiles(false);
        hindsight.setOut(new PrintWriter(screen.out(), true));
        hindsight.setErr(new PrintWriter(screen.err(), true));
        hindsight.setParameterExceptionHandler((e, arguments) -> misused(e, screen));
        hindsight.setExecutionExceptionHandler((e, line, parsed) -> failed(e, parsed, screen));
        return hindsight;
    }

    private static int misused(ParameterException e, Screen screen) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        screen.say(complaint(e) + "; see " + command + " --help");
        return ExitCode.USAGE;
    }

    private static String complaint(ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            String word = unmatched.getUnmatched().get(0);
            boolean top = e.getCommandLine().getParent() == null;
            return top ? "there is no command '" + word + "'" : "'" + word + "' is one argument too many";
        }
        String message = e.getMessage().strip();
        return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }

    private static int failed(Exception e, ParseResult parsed, Screen screen) throws Exception {
        screen.out().flush();
        if (e instanceof CommandFailure failure) {
            screen.say(failure.getMessage());
            return failure.exitCode();
        }
        if (e instanceof SessionException refusal) {
            screen.say(refusal.getMessage());
            return switch (refusal.reason()) {
                case DIRECTORY -> ExitCode.USAGE;
                case PLATFORM -> ExitCode.PLATFORM;
                case NOT_EXECUTABLE -> ExitCode.NOT_EXECUTABLE;
                case NOT_FOUND -> ExitCode.NOT_FOUND;
            };
        }
        if (e instanceof AccessDeniedException denied) {
            screen.say("permission denied for '" + denied.getFile() + "'");
            return ExitCode.FAILURE;
        }
        if (e instanceof IOException) {
            screen.say(e.getMessage() == null ? e.toString() : e.getMessage());
            return ExitCode.FAILURE;
        }
        screen.say("this is a bug in Hindsight; please report it with what follows and the command: "
                + ShellWords.join(parsed.originalArgs()));
        e.printStackTrace(screen.err());
        return ExitCode.FAILURE;
    }
}
