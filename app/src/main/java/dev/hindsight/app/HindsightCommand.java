package dev.hindsight.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What {@code hindsight} does without the name of a command: it explains itself. */
@Command(
        name = "hindsight",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Records a run of a Java program once and replays it as often as you like.",
        footer = {"", "Start with: hindsight demo"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Done. 'record' and 'replay' exit as the program did.",
            "1:Hindsight itself failed.",
            "2:The command line is wrong, or the directory for a recording is taken.",
            "3:The recording is missing, damaged, foreign or newer than this version.",
            "4:This machine or the JDK cannot be used.",
            "125:The replay diverged from the recording.",
            "126:The program to record cannot be executed.",
            "127:There is no such program to record.",
            "137:The replay came to the end of a recording that ends before its program did."
        })
final class HindsightCommand implements Callable<Integer> {
    private final Screen screen;

    @Spec
    private CommandSpec spec;

    HindsightCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(screen.err());
        return ExitCode.USAGE;
    }
}
