package dev.hindsight.app;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How a command is used.
 *
 * @param name of the command
 * @param description one paragraph each, the first of which stands in the list of commands
 * @param parameter what is not an option
 * @param options by name; {@code --help} and {@code --version} among them
 */
record Usage(String name, List<String> description, Optional<Parameter> parameter, List<Option> options) {
    /** How many words a parameter takes. */
    enum Arity {
        ONE,
        AT_MOST_ONE,
        /** All that follow, even if they look like options. */
        ALL_THE_REST
    }

    /** What is not an option. */
    record Parameter(String label, Arity arity, String description) {
        String withArity() {
            return switch (arity) {
                case ONE -> label;
                case AT_MOST_ONE -> "[" + label + "]";
                case ALL_THE_REST -> label + "...";
            };
        }
    }

    static Usage of(String name, String... description) {
        return new Usage(name, List.of(description), Optional.empty(), List.of(Option.HELP, Option.VERSION));
    }

    Usage takes(Parameter taken) {
        return new Usage(name, description, Optional.of(taken), options);
    }

    Usage with(Option... more) {
        List<Option> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        all.sort(Comparator.comparing(Option::name));
        return new Usage(name, description, parameter, List.copyOf(all));
    }
}
