package dev.hindsight.app.steps;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Shows rows as a table with a column for each thread. */
public final class StepText {
    private static final int NARROWEST = 24;
    /** How much of a thread's name is shown. */
    private static final int LONGEST_NAME = 60;

    /** How many races are shown on which a failure does not depend that depends on others. */
    private static final int OTHERS = 3;

    private static final String RED = "\u001b[31m";
    private static final String FAINT = "\u001b[2m";
    private static final String PLAIN = "\u001b[0m";

    private final Steps steps;
    private final Races races;
    private final boolean colours;
    private final int width;
    private final UnaryOperator<String> harmless;

    /**
     * @param harmless keeps what the program chose from commanding the terminal
     * @param colours whether the terminal knows them
     * @param width how many characters fit into a line; 0 for any number
     */
    public StepText(Steps steps, Races races, UnaryOperator<String> harmless, boolean colours, int width) {
        this.harmless = harmless;
        this.steps = steps;
        this.races = races;
        this.colours = colours;
        this.width = width;
    }

    public List<String> table(List<StepView.Row> rows) {
        Set<Integer> threads = new LinkedHashSet<>(steps.threads().keySet());
        threads.removeIf(thread ->
                rows.stream().noneMatch(row -> row.step() != null && row.step().thread() == thread));
        int numbers = 4;
        int places = 4;
        int cells = NARROWEST;
        for (StepView.Row row : rows) {
            if (row.step() != null) {
                numbers = Math.max(numbers, Long.toString(row.step().number()).length());
                places = Math.max(places, row.step().site().place().length());
                cells = Math.max(cells, what(row).length() + 2);
            }
        }
        if (width > 0 && !threads.isEmpty()) {
            cells = Math.min(cells, Math.max(NARROWEST, (width - numbers - places - 4) / threads.size() - 1));
        }
        List<String> lines = new ArrayList<>();
        StringBuilder head = new StringBuilder(pad("step", numbers) + "  " + pad("line", places) + "  ");
        for (int thread : threads) {
            head.append(pad(fit(thread(thread), cells), cells)).append(' ');
        }
        lines.add(head.toString().stripTrailing());
        Step failing = steps.failure().flatMap(Failure::step).orElse(null);
        for (StepView.Row row : rows) {
            lines.add(line(row, threads, numbers, places, cells));
            if (failing != null && row.step() == failing) {
                String mark = " ".repeat(numbers) + "  ^ " + thread(failing.thread()) + " failed here";
                lines.add(colours ? RED + mark + PLAIN : mark);
            }
        }
        return lines;
    }

    private static String folded(StepView.Row row) {
        String what = row.folded() == 1 ? "step" : "steps";
        if (row.times() == 0) {
            return row.folded() + " " + what;
        }
        String next = row.folded() == 1 ? "the next step" : "the next " + row.folded() + " steps";
        return row.times() + " times the same as " + next;
    }

    private String line(StepView.Row row, Set<Integer> threads, int numbers, int places, int cells) {
        if (row.step() == null) {
            String text = " ".repeat(numbers) + "  … " + folded(row);
            return colours ? FAINT + text + PLAIN : text;
        }
        Step step = row.step();
        StringBuilder line = new StringBuilder();
        line.append(" ".repeat(numbers - Long.toString(step.number()).length()))
                .append(step.number())
                .append("  ");
        line.append(pad(step.site().place(), places)).append("  ");
        for (int thread : threads) {
            if (thread == step.thread()) {
                break;
            }
            line.append(" ".repeat(cells + 1));
        }
        boolean races = this.races.has(step);
        String text = fit((races ? "! " : "  ") + what(row), width == 0 ? Integer.MAX_VALUE : cells);
        line.append(races && colours ? RED + text + PLAIN : text);
        return line.toString().stripTrailing();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static String fit(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }

    private String thread(int number) {
        String name = harmless.apply(steps.threadName(number));
        int left = LONGEST_NAME / 2;
        return name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, left) + "…" + name.substring(name.length() - left);
    }

    /** What is done, as in: reads Account#3.balance: 17. */
    private String what(StepView.Row row) {
        Step step = row.step();
        String location = Step.brief(step.location());
        String text =
                switch (step.kind()) {
                    case READ -> "reads " + location + ": " + Step.briefValue(step.value()) + seen(row);
                    case WRITE -> "writes " + location + " = " + Step.briefValue(step.value());
                    case CALL ->
                        location + "." + step.site().name() + "(" + Step.briefValue(step.value()) + ")"
                                + (row.result().isEmpty() ? "" : ": " + Step.briefValue(row.result()));
                    case START -> "starts " + name(step.target());
                    case THROW -> "throws " + Step.briefValue(step.value());
                    case BEGIN, WANT, ENTER, EXIT, RESULT, INITIALISED ->
                        step.kind().word() + " " + location;
                };
        return harmless.apply(text);
    }

    private String seen(StepView.Row row) {
        return row.seen() == null
                ? ""
                : " (of " + thread(row.seen().thread()) + ", " + row.seen().number() + ")";
    }

    private String name(String threadObject) {
        for (Map.Entry<Integer, String> each : steps.threadObjects().entrySet()) {
            if (each.getValue().equals(threadObject)) {
                return "'" + thread(each.getKey()) + "'";
            }
        }
        return threadObject;
    }

    /** Which variables are raced for, those first on which the failure depends; of each the pair of steps that tells most. */
    public List<String> races(int most) {
        List<Races.Contest> contests = races.contests();
        List<String> lines = new ArrayList<>();
        long matter = contests.stream().filter(Races.Contest::matters).count();
        int shown = Math.min(contests.size(), matter == 0 ? most : Math.min(most, (int) matter + OTHERS));
        for (int i = 0; i < shown; i++) {
            if (matter > 0 && (i == 0 || i == matter)) {
                lines.add(i == 0 ? "the failure depends on:" : "other races:");
            }
            Races.Contest each = contests.get(i);
            lines.add("race on " + harmless.apply(each.name()) + others(each) + often(each.count()));
            lines.add("  " + side(each.shown().first()));
            lines.add("  " + side(each.shown().second()));
        }
        if (contests.size() > shown) {
            lines.add("and races on " + (contests.size() - shown) + " more; --races shows all");
        }
        return lines;
    }

    /**
     * Every pair of places that race, with the pair of steps that tells most.
     *
     * @param wanted only those with such a step
     */
    public List<String> pairs(Predicate<Step> wanted) {
        List<String> lines = new ArrayList<>();
        for (Races.Race race : races.all()) {
            if (wanted.test(race.first()) || wanted.test(race.second())) {
                lines.add("race on " + harmless.apply(race.first().location()) + often(race.count()));
                lines.add("  " + side(race.first()));
                lines.add("  " + side(race.second()));
            }
        }
        return lines;
    }

    private static String others(Races.Contest contest) {
        boolean elements = contest.shown().first().isAccess();
        return contest.others() == 0
                ? ""
                : " and " + contest.others() + " more " + (elements ? "element" : "object")
                        + (contest.others() == 1 ? "" : "s");
    }

    private static String often(int count) {
        return count == 1 ? ":" : ", " + count + " times, one of them:";
    }

    private String side(Step step) {
        return "step " + step.number() + ", " + thread(step.thread()) + " at "
                + step.site().place() + " in " + step.site().className() + "."
                + step.site().method() + ": " + what(StepView.Row.of(step, "", null));
    }

    /** What the objects of the step that was asked for held then. */
    public List<String> contents() {
        List<String> lines = new ArrayList<>();
        for (Steps.Content each : steps.contents()) {
            List<String> parts = new ArrayList<>();
            each.parts().forEach(part -> parts.add(part.getKey() + " = " + Step.briefValue(part.getValue())));
            String more = each.left() == 0 ? "" : ", … " + each.left() + " more";
            String all = parts.isEmpty() ? "nothing" : String.join(", ", parts);
            lines.add(harmless.apply(Step.brief(each.object()) + " holds " + all + more));
        }
        return lines;
    }

    /** Who waits for whom in a circle; empty if nobody does. */
    public List<String> deadlock() {
        List<String> lines = new ArrayList<>();
        for (Locks.Wait wait : Locks.after(steps).cycle()) {
            if (lines.isEmpty()) {
                lines.add("deadlock:");
            }
            lines.add("  " + thread(wait.wanted().thread()) + " waits at "
                    + wait.wanted().site().place() + " for " + wait.wanted().target());
            lines.add("    which " + thread(wait.taken().thread()) + " took at "
                    + wait.taken().site().place() + " (step " + wait.taken().number() + ")");
        }
        return lines;
    }

    /**
     * Who cannot go on; empty if nobody is known to.
     *
     * @param ended whether the program ended by itself
     */
    public List<String> standstill(List<Standstill> threads, boolean ended) {
        List<String> lines = new ArrayList<>();
        for (Standstill each : threads) {
            if (lines.isEmpty()) {
                lines.add(Standstill.title(ended) + ":");
            }
            lines.add("  " + harmless.apply(each.told()));
            each.last()
                    .filter(step -> !step.site().place().isEmpty())
                    .ifPresent(step -> lines.add("    its last " + side(step)));
        }
        return lines;
    }
}
