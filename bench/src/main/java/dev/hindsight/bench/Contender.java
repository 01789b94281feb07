package dev.hindsight.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Recorders of threads that run in parallel, compared with each other; docs/benchmarks.md says what they are. */
enum Contender {
    PLAIN(List.of(), ""),
    SERIAL(List.of("--threads", "serial"), ""),
    PARALLEL(List.of("--threads", "parallel"), ""),
    PARALLEL_UNANALYZED(List.of("--threads", "parallel", "--analysis", "off"), ""),
    LEAP(List.of(), "leap"),
    LIGHT(List.of(), "light"),
    LIGHT_O1(List.of(), "light-o1"),
    LIGHT_O1_O2(List.of(), "light-o1-o2"),
    LIGHT_O1_O2_STATIC(List.of(), "light-o1-o2-static");

    private final List<String> toolOptions;
    private final String agentOption;

    Contender(List<String> toolOptions, String agentOption) {
        this.toolOptions = toolOptions;
        this.agentOption = agentOption;
    }

    /** What the tool is told when it records; empty if it is not the tool that does. */
    List<String> toolOptions() {
        return toolOptions;
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
