package dev.hindsight.app;

import java.util.List;

/**
 * An option of a command.
 *
 * @param brief its one-letter form, such as {@code -o}; empty for none
 * @param name such as {@code --output}
 * @param label what its value is; empty if it has none
 * @param description one paragraph each
 */
record Option(String brief, String name, String label, Takes takes, Times times, List<String> description) {
    static final Option HELP =
            flag("--help", "Show this help message and exit.").brief("-h");
    static final Option VERSION =
            flag("--version", "Print version information and exit.").brief("-V");

    /** Whether a value belongs to it. */
    enum Takes {
        NOTHING,
        VALUE,
        /** Behind an equals sign; or the next word, if that is a number and not the last one, nor a file if one is asked for. */
        PERHAPS_A_NUMBER
    }

    /** How often it can be given. */
    enum Times {
        AT_MOST_ONCE,
        ANY_NUMBER,
        AT_LEAST_ONCE
    }

    static Option flag(String name, String description) {
        return new Option("", name, "", Takes.NOTHING, Times.AT_MOST_ONCE, List.of(description));
    }

    static Option valued(String name, String label, String description) {
        return new Option("", name, label, Takes.VALUE, Times.AT_MOST_ONCE, List.of(description));
    }

    static Option perhapsNumbered(String name, String label, String... description) {
        return new Option("", name, label, Takes.PERHAPS_A_NUMBER, Times.AT_MOST_ONCE, List.of(description));
    }

    Option brief(String letter) {
        return new Option(letter, name, label, takes, times, description);
    }

    Option repeatable() {
        return new Option(brief, name, label, takes, Times.ANY_NUMBER, description);
    }

    Option atLeastOnce() {
        return new Option(brief, name, label, takes, Times.AT_LEAST_ONCE, description);
    }

    /** With its label, behind the brief form or the name. */
    String withLabel(String form) {
        return switch (takes) {
            case NOTHING -> form;
            case VALUE -> form + "=" + label;
            case PERHAPS_A_NUMBER -> form + "[=" + label + "]";
        };
    }
}
