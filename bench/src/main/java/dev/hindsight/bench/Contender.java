package dev.hindsight.bench;

import java.util.Locale;
import java.util.Optional;

/** Recorders of threads that run in parallel, compared with each other; docs/benchmarks.md says what they are. */
enum Contender {
    PLAIN(""),
    PARALLEL(""),
    LEAP("leap"),
    LIGHT("light"),
    LIGHT_O1("light-o1"),
    LIGHT_O1_O2("light-o1-o2"),
    LIGHT_O1_O2_STATIC("light-o1-o2-static");

    private final String agentOption;

    Contender(String agentOption) {
        this.agentOption = agentOption;
    }

    /** What the agent of the baselines is to do; empty if it is not theirs. */
    Optional<String> agentOption() {
        return agentOption.isEmpty() ? Optional.empty() : Optional.of(agentOption);
    }

    /** As in a table. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
