package dev.hindsight.app;

import dev.hindsight.app.steps.Step;
import dev.hindsight.app.steps.StepView;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;

/** Where among the steps a user wants to look. */
final class Where {
    private static final int FARTHEST_DIGITS = 18;

    /** What the text is. */
    private enum Kind {
        STEP,
        EVENT,
        LINE,
        NAME
    }

    private final String text;
    private final Kind kind;
    /** Of the step, or of events; 0 for none. */
    private final long number;

    private Where(String text, Kind kind, long number) {
        this.text = text;
        this.kind = kind;
        this.number = number;
    }

    /** Understands what was given with an option, before anything is replayed. */
    static Where of(Arguments arguments, Option option) {
        String text = arguments.value(option).orElseThrow();
        if (text.isEmpty()) {
            throw arguments.invalid(option, "it is empty");
        }
        if (text.matches("[#@]?\\d+")) {
            String digits = text.replaceFirst("^[#@]", "");
            if (digits.length() > FARTHEST_DIGITS) {
                throw arguments.invalid(option, "'" + text + "' is too large");
            }
            return new Where(text, text.startsWith("@") ? Kind.EVENT : Kind.STEP, Long.parseLong(digits));
        }
        if (text.matches("[#@]-?\\d*")) {
            throw arguments.invalid(option, "'" + text + "' has no number");
        }
        return new Where(text, text.matches(".+:\\d+") ? Kind.LINE : Kind.NAME, 0);
    }

    /** The step with a number. */
    static Where step(long number) {
        return new Where(Long.toString(number), Kind.STEP, number);
    }

    /** As the user gave it. */
    @Override
    public String toString() {
        return text;
    }

    /**
     * Which rows are there.
     *
     * @param rowOf the number of the row that has a step
     * @param events how many the recording has
     */
    Predicate<StepView.Row> in(LongUnaryOperator rowOf, long events) {
        return switch (kind) {
            case STEP -> row -> row.step().number() == rowOf.applyAsLong(number);
            case EVENT -> row -> number <= events && row.step().events() <= number;
            case LINE -> row -> isAtLine(row.step().site());
            case NAME -> row -> isNamed(row.step()) || isValue(row.step().value()) || isValue(row.result());
        };
    }

    private boolean isAtLine(Step.Site site) {
        return site.place().equals(text) || (site.className() + ":" + site.line()).equals(text);
    }

    private boolean isNamed(Step step) {
        String field = step.site().owner() + "." + step.site().name();
        return isObject(step.location())
                || isObject(step.target())
                || step.site().name().equals(text)
                || field.endsWith("." + text)
                || field.endsWith("$" + text)
                || field.equals(text);
    }

    private boolean isObject(String name) {
        return name.equals(text) || Step.brief(name).equals(text);
    }

    private boolean isValue(String value) {
        return value.equals(text) || Step.briefValue(value).equals(text) || value.equals("\"" + text + "\"");
    }
}
