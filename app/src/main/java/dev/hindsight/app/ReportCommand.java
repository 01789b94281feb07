package dev.hindsight.app;

import dev.hindsight.app.report.Page;
import dev.hindsight.app.report.PageData;
import dev.hindsight.app.report.Sources;
import dev.hindsight.app.steps.Standstill;
import dev.hindsight.app.steps.Steps;
import dev.hindsight.trace.Recording;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows what the threads of a recorded program did as a page for a browser. */
final class ReportCommand implements Command {
    private static final int MOST = 1_000_000;
    /** Our sign stands before this. */
    private static final int HEAD_BYTES = 1024;

    private static final Option OUTPUT = Option.valued(
                    "--output",
                    "FILE",
                    "Where to write the page. Default: the name of the recording with .html behind it.")
            .brief("-o");
    private static final Option FORCE =
            Option.flag("--force", "Write the page even if there is a file that is no such page.");
    private static final Option SOURCE = Option.valued(
                    "--source",
                    "DIR",
                    "Where the program's source files are, in directories by their packages or somewhere below. May be given"
                            + " more than once. Default: the current directory.")
            .repeatable();

    private final Screen screen;

    ReportCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "report",
                        "Writes a page for a browser that shows what the threads of a recorded program did, by replaying it.",
                        "",
                        "The page needs nothing else, no network either. It has a lane for each thread, its steps, locks,"
                                + " events and output over time, whose value a read saw, which steps race, and the source beside"
                                + " it; hindsight threads tells the same as text.")
                .takes(RecordingArgument.PARAMETER)
                .with(OUTPUT, FORCE, SOURCE, StepReplay.STEPS);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        // What is wrong with the command line comes before what is wrong with the recording.
        int kept = StepReplay.kept(arguments, MOST);
        List<Path> sources = sources(arguments);
        return RecordingArgument.use(arguments, recording -> {
            Path file = arguments.path(OUTPUT).orElseGet(() -> beside(recording.directory()));
            requireFree(file, arguments);
            return new StepReplay(screen).run(recording, kept, (steps, summary) -> {
                PageData data = data(recording, steps, summary);
                Map<String, String> found = new Sources(sources).read(data.sourcePaths());
                data.putSources(found);
                write(data, file);
                if (found.isEmpty() && !data.sourcePaths().isEmpty()) {
                    screen.say("no source file of the program was found; --source DIR says where they are");
                }
                screen.out().println(Printable.line(file.toString()));
            });
        });
    }

    private static List<Path> sources(Arguments arguments) {
        List<Path> directories = new ArrayList<>();
        for (String each : arguments.values(SOURCE)) {
            if (!Files.isDirectory(Path.of(each))) {
                throw arguments.invalid(SOURCE, "'" + each + "' is no directory");
            }
            directories.add(Path.of(each));
        }
        return directories.isEmpty() ? List.of(Path.of("").toAbsolutePath()) : directories;
    }

    private static Path beside(Path recording) {
        Path directory = recording.toAbsolutePath().normalize();
        return recording.resolveSibling(directory.getFileName() + ".html");
    }

    private static void requireFree(Path file, Arguments arguments) throws IOException {
        if (Files.isDirectory(file)) {
            throw new CommandFailure(ExitCode.USAGE, "'" + file + "' is a directory; name a file with -o");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(parent)) {
            throw new CommandFailure(ExitCode.USAGE, "there is no directory '" + parent + "'");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new CommandFailure(ExitCode.USAGE, "'" + file + "' is a device or a pipe; name a file with -o");
        }
        if (Files.exists(file) && !arguments.has(FORCE) && !isPage(file)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "'" + file
                            + "' exists already and is no report; name another file with -o, or replace it with --force");
        }
    }

    private static boolean isPage(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8).contains(Page.SIGN);
        }
    }

    private static PageData data(Recording recording, Steps steps, Summary summary) throws IOException {
        PageData data = new PageData(steps, Printable::line);
        data.putFacts(Printable.line(summary.program()), facts(recording, summary));
        data.putStandstill(
                Standstill.of(steps, summary.ending().stuck()), summary.ending().isByItself());
        long from = steps.kept().isEmpty() || steps.kept().get(0).number() == 0
                ? 0
                : steps.kept().get(0).events();
        ReportEvents events = ReportEvents.of(recording, from);
        data.putMarks(events.marks(), events.threadNames());
        data.putNotes(notes(steps, events, summary));
        return data;
    }

    private static Map<String, String> facts(Recording recording, Summary summary) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("command", Printable.line(ShellWords.join(summary.command())));
        facts.put("recorded", Times.moment(summary.createdMillis(), ZoneId.systemDefault()));
        facts.put("ended", Printable.line(summary.ending().describe()));
        facts.put("recording", Printable.line(recording.directory().toString()));
        return facts;
    }

    private static List<String> notes(Steps steps, ReportEvents events, Summary summary) {
        List<String> notes = new ArrayList<>();
        if (steps.count() > steps.kept().size()) {
            notes.add("The last " + Count.of(steps.kept().size(), "step") + " of " + steps.count()
                    + " are here; --steps=N keeps more.");
        }
        if (events.leftOut() > 0) {
            notes.add(
                    Count.of(events.leftOut(), "earlier event") + " had no room here; hindsight dump has all of them.");
        }
        summary.allWarnings().forEach(warning -> notes.add(Printable.line(warning)));
        return notes;
    }

    /** A page that is cut is never seen, and what the program read is for its owner only, as in the recording. */
    private static void write(PageData data, Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        Path fresh = Files.createTempFile(parent, ".hindsight-report", ".html");
        try {
            try (Writer out = new BufferedWriter(Files.newBufferedWriter(fresh), 1 << 16)) {
                new Page().write(data, out);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
