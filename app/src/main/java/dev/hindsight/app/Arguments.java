package dev.hindsight.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a command was given.
 *
 * <p>Read without a library: those that read annotations take longer to begin than all the rest of the tool.
 */
final class Arguments {
    private static final String END_OF_OPTIONS = "--";

    private final Usage usage;
    private final List<String> words;
    private final Map<String, List<String>> values = new HashMap<>();
    private final List<String> others = new ArrayList<>();
    private int next;

    private Arguments(Usage usage, List<String> words) {
        this.usage = usage;
        this.words = words;
    }

    /**
     * Takes the words behind the name of a command apart. Who asks for help need not get the rest right.
     *
     * @throws CommandFailure if they do not fit
     */
    static Arguments parse(Usage usage, List<String> words) {
        Arguments arguments = new Arguments(usage, words);
        arguments.read();
        if (!arguments.has(Option.HELP) && !arguments.has(Option.VERSION)) {
            arguments.requireFitting();
        }
        return arguments;
    }

    private void read() {
        boolean rest = false;
        while (next < words.size()) {
            String word = words.get(next++);
            if (rest || !word.startsWith("-") || word.equals("-")) {
                others.add(word);
                rest = rest || takesAllTheRest();
            } else if (word.equals(END_OF_OPTIONS)) {
                rest = true;
            } else {
                readOption(word);
            }
        }
    }

    private boolean takesAllTheRest() {
        return usage.parameter().isPresent() && usage.parameter().get().arity() == Usage.Arity.ALL_THE_REST;
    }

    private void readOption(String word) {
        int equals = word.indexOf('=');
        String form = equals < 0 ? word : word.substring(0, equals);
        Option option = find(form);
        if (option != null) {
            give(option, equals < 0 ? follower(option) : attached(option, word.substring(equals + 1)));
            return;
        }
        option = word.startsWith("--") ? null : find(word.substring(0, 2));
        if (option == null || option.takes() != Option.Takes.VALUE) {
            String place = takesAllTheRest() ? "; options of the command stand behind it, as in: java " + form : "";
            throw misused("unknown option '" + form + "'" + place);
        }
        give(option, word.substring(2));
    }

    private Option find(String form) {
        for (Option option : usage.options()) {
            if (form.equals(option.name()) || form.equals(option.brief())) {
                return option;
            }
        }
        return null;
    }

    private String attached(Option option, String value) {
        if (option.takes() == Option.Takes.NOTHING) {
            throw misused("option '" + option.name() + "' takes no value");
        }
        return value;
    }

    /** The value of an option that has none attached to it; empty if it takes none. */
    private String follower(Option option) {
        boolean more = next < words.size();
        switch (option.takes()) {
            case VALUE -> {
                if (!more || find(words.get(next)) != null) {
                    throw misused("option '" + option.name() + "' needs a value: " + option.label());
                }
                return words.get(next++);
            }
            case PERHAPS_A_NUMBER -> {
                boolean taken = next + 1 < words.size()
                        && isOnlyNumber(words.get(next))
                        && (takesAllTheRest() || Files.notExists(Path.of(words.get(next))));
                return taken ? words.get(next++) : "";
            }
            case NOTHING -> {
                return "";
            }
        }
        throw new IllegalStateException(option.name());
    }

    private static boolean isOnlyNumber(String word) {
        for (int i = word.startsWith("-") ? 1 : 0; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                return false;
            }
        }
        return !word.isEmpty() && !word.equals("-");
    }

    private void give(Option option, String value) {
        List<String> given = values.get(option.name());
        if (given == null) {
            given = new ArrayList<>();
            values.put(option.name(), given);
        } else if (option.times() == Option.Times.AT_MOST_ONCE) {
            throw misused("option '" + option.name() + "' can be given only once");
        }
        given.add(value);
    }

    private void requireFitting() {
        for (Option option : usage.options()) {
            if (option.times() == Option.Times.AT_LEAST_ONCE && !has(option)) {
                throw misused("missing option: '" + option.withLabel(option.name()) + "'");
            }
        }
        Optional<Usage.Parameter> parameter = usage.parameter();
        int most = parameter.isEmpty() ? 0 : takesAllTheRest() ? Integer.MAX_VALUE : 1;
        if (others.size() > most) {
            throw misused("'" + others.get(most) + "' is one argument too many");
        }
        if (others.isEmpty() && parameter.isPresent() && parameter.get().arity() != Usage.Arity.AT_MOST_ONE) {
            throw misused("missing argument: '" + parameter.get().label() + "'");
        }
    }

    boolean has(Option option) {
        return values.containsKey(option.name());
    }

    /** The value of an option; empty if it was not given, and an empty text if it was given without one. */
    Optional<String> value(Option option) {
        return has(option) ? Optional.of(values.get(option.name()).get(0)) : Optional.empty();
    }

    List<String> values(Option option) {
        return List.copyOf(values.getOrDefault(option.name(), List.of()));
    }

    Optional<Path> path(Option option) {
        return has(option) ? Optional.of(Path.of(values.get(option.name()).get(0))) : Optional.empty();
    }

    /** The value of an option that has to be a whole number in a range. */
    Optional<Long> number(Option option, long least, long most) {
        Optional<String> text = value(option);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        long number;
        try {
            number = Long.parseLong(text.get());
        } catch (NumberFormatException e) {
            throw invalid(
                    option, "'" + text.get() + (isOnlyNumber(text.get()) ? "' is too large" : "' is not a number"));
        }
        if (number < least) {
            throw invalid(option, number + " is less than " + least);
        }
        if (number > most) {
            throw invalid(option, number + " is more than " + most);
        }
        return Optional.of(number);
    }

    /** What to throw if the value of an option makes no sense. */
    CommandFailure invalid(Option option, String problem) {
        return misused("invalid value for option '" + option.name() + "': " + problem);
    }

    /** What to throw if the command line makes no sense. */
    CommandFailure misused(String problem) {
        return new CommandFailure(ExitCode.USAGE, problem + "; see hindsight " + usage.name() + " --help");
    }

    /** The words that are not options. */
    List<String> others() {
        return List.copyOf(others);
    }
}
