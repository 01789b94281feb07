package dev.hindsight.app;

import dev.hindsight.app.steps.Locks;
import dev.hindsight.app.steps.Races;
import dev.hindsight.app.steps.Standstill;
import dev.hindsight.app.steps.Step;
import dev.hindsight.app.steps.StepJson;
import dev.hindsight.app.steps.StepText;
import dev.hindsight.app.steps.StepView;
import dev.hindsight.app.steps.Steps;
import dev.hindsight.session.Terminal;
import dev.hindsight.trace.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Tells what the threads of a recorded program did last, and where they got in each other's way. */
final class ThreadsCommand implements Command {
    private static final int STDOUT = 1;
    private static final int DEFAULT_ROWS = 40;
    private static final int MOST = 5_000_000;
    private static final int RACES = 10;

    private static final Option LAST = Option.valued("--last", "N", "Show so many steps. Default: 40.");
    private static final Option AROUND = Option.valued(
            "--around",
            "WHERE",
            "Show the steps around the last one at a line (Main.java:12), of a field (balance or Account.balance), an"
                    + " object (HashMap#2) or a value, with a number (8123) or after so many events (@20).");
    private static final Option AT = Option.valued(
            "--at", "STEP", "Show what the objects of the step with this number held then, and the steps around it.");
    private static final Option THREAD =
            Option.valued("--thread", "NAME", "Show the steps of this thread only, by its name or number.");
    private static final Option PAIRS = Option.flag(
            "--races", "List every pair of places that race instead of the steps; with --around only those there.");
    private static final Option ALL = Option.flag("--all", "Fold nothing.");
    private static final Option JSON = Option.flag("--json", "Print a JSON object.");

    private final Screen screen;

    ThreadsCommand(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Usage usage() {
        return Usage.of(
                        "threads",
                        "Tells what the threads of a recorded program did last, step by step, by replaying it.",
                        "",
                        "Shows which thread read or wrote which field, took which lock and saw whose value, up to the step at"
                                + " which a thread or a test failed; steps that do not touch what the failing thread used"
                                + " are folded. Marks pairs of accesses that race, and says who waits for whom.")
                .takes(RecordingArgument.PARAMETER)
                .with(LAST, AROUND, AT, THREAD, PAIRS, ALL, StepReplay.STEPS, JSON);
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        // What is wrong with the command line comes before what is wrong with the recording.
        rows(arguments);
        int kept = StepReplay.kept(arguments, MOST);
        Optional<Long> at = arguments.number(AT, 0, Long.MAX_VALUE);
        if (at.isPresent() && arguments.has(AROUND)) {
            throw arguments.misused("--at shows the steps around one, so --around cannot be given, too");
        }
        Optional<Where> around = at.map(Where::step)
                .or(() -> arguments.has(AROUND) ? Optional.of(Where.of(arguments, AROUND)) : Optional.empty());
        OptionalLong step = at.isPresent() ? OptionalLong.of(at.get()) : OptionalLong.empty();
        return RecordingArgument.use(arguments, recording -> new StepReplay(screen)
                .lookingAt(step)
                .run(recording, kept, (steps, summary) -> print(steps, summary, arguments, around)));
    }

    private static int rows(Arguments arguments) {
        return arguments.number(LAST, 1, MOST).orElse((long) DEFAULT_ROWS).intValue();
    }

    private void print(Steps steps, Summary summary, Arguments arguments, Optional<Where> around) {
        Predicate<Step> ofThread = ofThread(steps, arguments);
        StepView view = StepView.of(steps, arguments.has(ALL) ? StepView.Repetition.SHOWN : StepView.Repetition.FOLDED);
        Predicate<StepView.Row> centre = around.map(where -> where.in(view::rowOf, lastEvent(steps, summary)))
                .map(there -> there.and(row -> ofThread.test(row.step())))
                .orElse(null);
        if (centre != null && view.rows().stream().noneMatch(centre)) {
            throw nothingAt(around.get(), steps, arguments);
        }
        if (around.isPresent() && summary.hasThreadsBeside()) {
            screen.say(
                    "note: threads ran beside each other, so numbers of steps may differ from one replay to the next");
        }
        Races races = Races.in(steps);
        boolean terminal = Terminal.isAt(STDOUT);
        StepText text = new StepText(steps, races, Printable::line, terminal, terminal ? Terminal.columns() : 0);
        List<Standstill> stuck = Standstill.of(steps, summary.ending().stuck());
        if (arguments.has(PAIRS) && !arguments.has(JSON)) {
            List<String> pairs = text.pairs(
                    step -> ofThread.test(step) && (centre == null || centre.test(StepView.Row.of(step, "", null))));
            pairs.forEach(this::line);
            boolean other = pairs.isEmpty() && !races.all().isEmpty();
            screen.say(Count.of(races.all().size(), "pair") + " of places where steps race, in "
                    + (isCut(steps)
                            ? "the last " + steps.kept().size() + " steps; --steps=N looks further back"
                            : "all")
                    + (other ? ", none of them with a step that was asked for" : ""));
            return;
        }
        List<StepView.Row> rows = rows(view, races, ofThread, centre, arguments, view.end(Locks.after(steps)));
        if (arguments.has(JSON)) {
            screen.out().print(Json.write(StepJson.of(steps, rows, races, stuck)));
            return;
        }
        printTable(rows, text, steps);
        printFindings(steps, summary, text, stuck);
        screen.say(Count.of(steps.count(), "step") + " of " + threads(steps, summary)
                + (isCut(steps)
                        ? "; the last " + steps.kept().size() + " were looked at, --steps=N looks further back"
                        : ""));
    }

    /** Whether not all steps were kept. */
    private static boolean isCut(Steps steps) {
        return steps.count() > steps.kept().size();
    }

    private void printTable(List<StepView.Row> rows, StepText text, Steps steps) {
        if (rows.stream().anyMatch(row -> row.step() != null)) {
            text.table(rows).forEach(screen.out()::println);
        } else {
            line((isCut(steps) ? "in the last " + steps.kept().size() + " steps " : "")
                    + "no two threads used what one of them changed; --all shows every step");
        }
        text.contents().forEach(this::line);
    }

    private void printFindings(Steps steps, Summary summary, StepText text, List<Standstill> stuck) {
        List<String> circle = text.deadlock();
        circle.forEach(this::line);
        text.races(RACES).forEach(this::line);
        if (circle.isEmpty()) {
            text.standstill(stuck, summary.ending().isByItself()).forEach(this::line);
        }
        if (circle.isEmpty() && stuck.isEmpty()) {
            summary.ending().where().forEach(each -> line("at the signal: " + each));
        }
        steps.failure()
                .ifPresent(failure -> line(
                        failure.title(steps.threads()) + " " + failure.what().strip()));
    }

    /** How many events passed at most, as steps count them. */
    private static long lastEvent(Steps steps, Summary summary) {
        long last = steps.kept().isEmpty()
                ? 0
                : steps.kept().get(steps.kept().size() - 1).events();
        return Math.max(last, summary.places());
    }

    private static List<StepView.Row> rows(
            StepView view,
            Races races,
            Predicate<Step> ofThread,
            Predicate<StepView.Row> centre,
            Arguments arguments,
            Optional<Step> end) {
        Predicate<Step> matters = arguments.has(ALL) ? step -> true : view.relevant(races);
        Predicate<Step> wanted = matters.and(ofThread);
        return centre == null && end.isPresent()
                ? view.rowsTo(end.get(), wanted, races, rows(arguments))
                : view.rows(wanted, centre, rows(arguments));
    }

    private static CommandFailure nothingAt(Where where, Steps steps, Arguments arguments) {
        boolean dropped = isCut(steps);
        return new CommandFailure(
                ExitCode.USAGE,
                "none of the " + (dropped ? "last " : "")
                        + Count.of(steps.kept().size(), "step")
                        + arguments
                                .value(THREAD)
                                .map(name -> " of thread '" + name + "'")
                                .orElse("") + " is at '"
                        + where + "'" + (dropped ? "; --steps=N looks further back" : ""));
    }

    private static String threads(Steps steps, Summary summary) {
        int seen = steps.threads().size();
        return summary.threads() > seen
                ? seen + " of " + Count.of(summary.threads(), "thread")
                : Count.of(seen, "thread");
    }

    private void line(String text) {
        screen.out().println(Printable.lines(text));
    }

    private Predicate<Step> ofThread(Steps steps, Arguments arguments) {
        Optional<String> name = arguments.value(THREAD);
        if (name.isEmpty()) {
            return step -> true;
        }
        List<Integer> numbers = numbers(steps, each -> each.getValue().equals(name.get()));
        if (numbers.isEmpty()) {
            numbers = numbers(steps, each -> each.getKey().toString().equals(name.get()));
        }
        if (numbers.isEmpty()) {
            throw arguments.invalid(THREAD, "there is no thread '" + name.get() + "'; there are " + listed(steps));
        }
        if (numbers.size() > 1) {
            screen.say(numbers.size() + " threads are called '" + name.get() + "'; --thread=" + numbers.get(0)
                    + " shows one of them");
        }
        List<Integer> chosen = numbers;
        return step -> chosen.contains(step.thread());
    }

    private static List<Integer> numbers(Steps steps, Predicate<Map.Entry<Integer, String>> wanted) {
        return steps.threads().entrySet().stream()
                .filter(wanted)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String listed(Steps steps) {
        return steps.threads().entrySet().stream()
                .map(each -> each.getValue() + " (" + each.getKey() + ")")
                .collect(Collectors.joining(", "));
    }
}
