package dev.hindsight.app;

import dev.hindsight.session.SessionException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;

/** Where the tool starts. */
public final class Main {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final String[] COMMANDS = {
        "demo", "analyze", "record", "replay", "info", "dump", "ls", "threads", "report", "scrub"
    };

    private Main() {}

    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(
                new java.io.BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER_BYTES), false);
        System.exit(run(out, System.err, arguments));
    }

    /** Does what the arguments ask for; returns the exit code. */
    public static int run(PrintStream out, PrintStream err, String... arguments) {
        int exitCode = run(new Screen(out, err), List.of(arguments));
        out.flush();
        return exitCode;
    }

    static int run(Screen screen, List<String> words) {
        try {
            return dispatch(screen, words);
        } catch (Exception e) {
            return failed(e, words, screen);
        }
    }

    private static int dispatch(Screen screen, List<String> words) throws Exception {
        if (words.isEmpty()) {
            screen.err().print(overview(screen));
            return ExitCode.USAGE;
        }
        String word = words.get(0);
        List<String> rest = words.subList(1, words.size());
        switch (word) {
            case "-h", "--help", "help" -> {
                return help(rest, screen);
            }
            case "-V", "--version" -> {
                screen.out().println(Version.line());
                return ExitCode.OK;
            }
            default -> {
                return execute(command(word, screen), rest, screen);
            }
        }
    }

    private static int help(List<String> words, Screen screen) {
        if (words.size() > 1) {
            throw new CommandFailure(
                    ExitCode.USAGE, "'" + words.get(1) + "' is one argument too many; see hindsight --help");
        }
        boolean overview = words.isEmpty() || words.get(0).equals("help");
        screen.out()
                .print(
                        overview
                                ? overview(screen)
                                : HelpText.of(command(words.get(0), screen).usage()));
        return ExitCode.OK;
    }

    private static int execute(Command command, List<String> words, Screen screen) throws Exception {
        Arguments arguments = Arguments.parse(command.usage(), words);
        if (arguments.has(Option.HELP)) {
            screen.out().print(HelpText.of(command.usage()));
            return ExitCode.OK;
        }
        if (arguments.has(Option.VERSION)) {
            screen.out().println(Version.line());
            return ExitCode.OK;
        }
        return command.run(arguments);
    }

    private static String overview(Screen screen) {
        List<Command> commands = new ArrayList<>();
        for (String name : COMMANDS) {
            commands.add(command(name, screen));
        }
        return Overview.text(commands);
    }

    /** Only the one that is needed: loading the others takes time. */
    private static Command command(String name, Screen screen) {
        return switch (name) {
            case "demo" -> new DemoCommand(screen);
            case "analyze" -> new AnalyzeCommand(screen);
            case "record" -> new RecordCommand(screen);
            case "replay" -> new ReplayCommand(screen);
            case "info" -> new InfoCommand(screen);
            case "dump" -> new DumpCommand(screen);
            case "ls" -> new LsCommand(screen);
            case "threads" -> new ThreadsCommand(screen);
            case "report" -> new ReportCommand(screen);
            case "scrub" -> new ScrubCommand(screen);
            default ->
                throw new CommandFailure(
                        ExitCode.USAGE,
                        (name.startsWith("-") ? "unknown option '" : "there is no command '") + name
                                + "'; see hindsight --help");
        };
    }

    private static int failed(Exception e, List<String> words, Screen screen) {
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
        if (e instanceof InvalidPathException path) {
            screen.say("'" + path.getInput() + "' cannot be the name of a file in this locale; set LC_ALL=C.UTF-8");
            return ExitCode.USAGE;
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
                + ShellWords.join(words));
        e.printStackTrace(screen.err());
        return ExitCode.FAILURE;
    }
}
