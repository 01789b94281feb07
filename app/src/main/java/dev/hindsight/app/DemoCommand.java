package dev.hindsight.app;

import dev.hindsight.session.TargetProcess;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows what Hindsight is for on a failure that does not come back.
 *
 * <p>The bundled report reads a price list while another program is rewriting it. That other program is this command:
 * it leaves the file half written while the report is recorded and completes it afterwards, so the failure is certain the
 * first time and gone the second time.
 */
final class DemoCommand implements Command {
    private static final String PROGRAM = "dev.hindsight.app.demo.NightlyReport";
    private static final String PRICES = "apples,3\nbread,4\ncherries,9\ndates,7\nwalnuts,11\n";
    /** Within the name of the last line. */
    private static final int HALF = PRICES.indexOf("nuts");

    private static final int TEXT_WIDTH = 78;

    private final Screen screen;

    DemoCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Usage usage() {
        return Usage.of("demo", "Records, replays and explains a failure that does not come back by itself.");
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        Path directory = Files.createTempDirectory("hindsight-demo");
        Path prices = directory.resolve("prices.csv");
        Path recording = directory.resolve("recording");
        List<String> program = List.of(java(), "-cp", ownPath(), PROGRAM, prices.toString());

        tell("A nightly report reads prices.csv. Tonight it runs while another program is halfway through rewriting"
                + " that file, and fails. It is being recorded:");
        write(prices, PRICES.substring(0, HALF));
        List<String> record = new ArrayList<>(List.of("record", "-o", recording.toString()));
        record.addAll(program);
        expect(1, hindsight(record), "record the failure");

        tell("By now the other program has finished. You run the report again to see what was wrong, and nothing is:");
        write(prices, PRICES);
        expect(0, plain(program, directory), "run the report again");

        tell("The failure does not come back by itself. The recording has it, with the same output, the same time of"
                + " day and the same exception, as often as you like:");
        expect(1, hindsight(List.of("replay", recording.toString())), "replay the failure");

        tell("Was that really the same run? --check compares every event and says so:");
        expect(0, hindsight(List.of("replay", recording.toString(), "--check")), "check the replay");

        tell("And this is why it failed: what prices.csv was, at that moment, for that program:");
        expect(0, hindsight(List.of("dump", recording.toString(), "--stream", prices.toString())), "show the file");
        screen.out().println();

        tell("All of this stays in " + directory
                + ", which is in the folder for temporary files; delete it when you are" + " done. Where to go next:");
        suggest("info " + recording, "what was recorded, how it ended");
        suggest("dump " + recording, "each event, one per line");
        suggest("threads " + recording, "what the program did last, step by step, with values");
        suggest("report " + recording + " -o report.html", "the same as a page for a browser");
        suggest("record java ...", "the same for a program of yours");
        suggest("record --until-failure --chaos java ...", "for one that fails now and then: run it until it does");
        screen.out().println();
        screen.out().println("docs/tutorial.md goes from such a failure to the line that is to blame.");
        return ExitCode.OK;
    }

    private void suggest(String words, String what) {
        screen.out().println("  " + ToolWord.get() + " " + words);
        screen.out().println("      " + what);
    }

    private void tell(String text) {
        screen.out().println();
        for (String line : HelpText.wrap(text, TEXT_WIDTH)) {
            screen.out().println(line);
        }
        screen.out().flush();
    }

    private int hindsight(List<String> arguments) {
        show(ToolWord.get() + " " + ShellWords.join(arguments));
        int exitCode = Main.run(screen, arguments);
        screen.out().flush();
        return exitCode;
    }

    private int plain(List<String> command, Path directory) throws Exception {
        show(ShellWords.join(command));
        return TargetProcess.plain(command, directory).run();
    }

    private void show(String command) {
        screen.out().println("  $ " + command);
        screen.out().flush();
    }

    private static void expect(int expected, int actual, String step) {
        if (expected != actual) {
            throw new CommandFailure(
                    ExitCode.FAILURE,
                    "the demo could not " + step + ": exit code " + actual + " instead of " + expected);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String ownPath() throws URISyntaxException {
        return Path.of(DemoCommand.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }
}
