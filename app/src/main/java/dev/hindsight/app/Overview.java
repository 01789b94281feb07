package dev.hindsight.app;

import java.util.ArrayList;
import java.util.List;

/** What {@code hindsight --help} shows. */
final class Overview {
    private static final String[][] EXIT_CODES = {
        {"0", "Done. 'record' and 'replay' exit as the program did."},
        {"1", "Hindsight itself failed; for 'scrub' also: matches stay, in classes or what was read byte by byte."},
        {"2", "The command line is wrong, or the directory for a recording is taken."},
        {"3", "The recording is missing, damaged, foreign or newer than this version."},
        {"4", "This machine or the JDK cannot be used."},
        {"125", "The replay diverged from the recording, or could not go on."},
        {"126", "The program to record cannot be executed."},
        {"127", "There is no such program to record."},
        {"137", "The replay came to the end of a recording that ends before its program did."}
    };

    private Overview() {}

    static String text(List<Command> commands) {
        HelpText help = new HelpText();
        help.synopsis("hindsight", List.of("[-h]", "[-V]", "COMMAND"));
        help.paragraph("Records a run of a Java program once and replays it as often as you like.");
        help.line("");
        help.table(List.of(row(Option.HELP), row(Option.VERSION)));
        help.line("");
        help.line("Commands:");
        List<String[]> rows = new ArrayList<>();
        for (Command command : commands) {
            Usage usage = command.usage();
            rows.add(new String[] {usage.name(), usage.description().get(0)});
        }
        help.table(rows);
        help.line("");
        help.line("Exit codes:");
        help.table(List.of(EXIT_CODES));
        help.line("");
        help.line("Start with: hindsight demo");
        help.line("More about a command: hindsight help COMMAND");
        return help.toString();
    }

    private static String[] row(Option option) {
        return new String[] {
            option.brief() + ", " + option.name(), option.description().get(0)
        };
    }
}
