package dev.hindsight.app;

import dev.hindsight.session.Analysis;
import dev.hindsight.trace.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Looks at the classes of a program before it is recorded. */
final class AnalyzeCommand implements Command {
    private static final Usage.Parameter COMMAND = new Usage.Parameter(
            "COMMAND", Usage.Arity.ALL_THE_REST, "The java command that is to be recorded; the program does not run.");
    private static final Option JSON = Option.flag("--json", "Print a JSON object.");

    private final Screen screen;

    AnalyzeCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "analyze",
                        "Looks at the classes of a program before it is recorded with --threads parallel.",
                        "",
                        "There, threads ask before each field and call whether they may go on without their turn. What"
                                + " never changes, and what the JDK does not call, need not be asked. record does this by"
                                + " itself if the command is a java command, once for each state of the class path.")
                .takes(COMMAND)
                .with(JSON);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        Analysis.Outcome outcome = Analysis.run(arguments.others());
        Map<String, Object> found =
                outcome.found().orElseThrow(() -> new CommandFailure(ExitCode.FAILURE, notStarted(outcome.said())));
        if (found.get("classes").equals(0L)) {
            throw new CommandFailure(ExitCode.FAILURE, nothingThere(found));
        }
        if (arguments.has(JSON)) {
            screen.out().print(Json.write(found));
        } else {
            new Table(Table.Side.LEFT, Table.Side.RIGHT, Table.Side.LEFT)
                    .row("classes", number(found, "classes"), "in " + Times.duration((Long) found.get("millis")))
                    .row("fields", number(found, "fields"), "that are not final; of these")
                    .row("", number(found, "constantFields"), "never change once other threads can see them")
                    .row("methods", number(found, "methods"), "of which")
                    .row("", number(found, "methodsNotCalledByJdk"), "are called by the program alone")
                    .lines()
                    .forEach(screen.out()::println);
            for (String each : passedOver(found)) {
                screen.out().println("not looked at: " + each);
            }
        }
        return ExitCode.OK;
    }

    private static String notStarted(String said) {
        return "java ended before it would have started a program"
                + (said.isEmpty() ? "" : ": " + Printable.line(said));
    }

    private static String nothingThere(Map<String, Object> found) {
        Object classPath = found.get("classPath");
        if (classPath == null) {
            return "there is no class path in this command, and modules are not looked at";
        }
        StringBuilder message = new StringBuilder("there are no classes in the class path of this command, '"
                + Printable.line(classPath.toString()) + "'");
        for (String each : passedOver(found)) {
            message.append("; not looked at: ").append(each);
        }
        return message + "; a program in a source file, which java compiles itself, is not looked at";
    }

    private static List<String> passedOver(Map<String, Object> found) {
        List<String> lines = new ArrayList<>();
        if (found.get("passedOver") instanceof List<?> places) {
            for (Object place : places) {
                lines.add(Printable.line(place.toString()));
            }
        }
        return lines;
    }

    private static String number(Map<String, Object> found, String what) {
        return String.format(Locale.ROOT, "%,d", (Long) found.get(what));
    }
}
