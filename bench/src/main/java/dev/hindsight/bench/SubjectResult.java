package dev.hindsight.bench;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What came out for one subject.
 *
 * @param rounds at least one
 */
record SubjectResult(Subject subject, long scale, List<Round> rounds, RecordingSize size) {
    SubjectResult {
        rounds = List.copyOf(rounds);
    }

    /** A quantity of one variant, in the order of the rounds. */
    List<Double> samples(Function<Round, Measurement> variant, ToDoubleFunction<Measurement> quantity) {
        return rounds.stream().map(variant).map(quantity::applyAsDouble).toList();
    }

    double average(Function<Round, Measurement> variant, ToDoubleFunction<Measurement> quantity) {
        return Estimate.average(samples(variant, quantity));
    }

    /** The CPU time of a variant against that of the plain runs. */
    Estimate cpuRatio(Function<Round, Measurement> variant) {
        return Estimate.ratio(
                samples(Round::plain, Measurement::cpuSeconds), samples(variant, Measurement::cpuSeconds));
    }

    /** The same with the average start-up taken off both sides; no more than an estimate for short runs. */
    Estimate cpuRatioWithout(SubjectResult startup, Function<Round, Measurement> variant) {
        return Estimate.ratio(cpuWithout(startup, Round::plain), cpuWithout(startup, variant));
    }

    private List<Double> cpuWithout(SubjectResult startup, Function<Round, Measurement> variant) {
        double start = startup.average(variant, Measurement::cpuSeconds);
        return samples(variant, measurement -> measurement.cpuSeconds() - start);
    }

    /** How many seconds of CPU a variant takes more than the plain runs. */
    Estimate cpuDifference(Function<Round, Measurement> variant) {
        return Estimate.difference(
                samples(Round::plain, Measurement::cpuSeconds), samples(variant, Measurement::cpuSeconds));
    }

    Estimate wallRatio(Function<Round, Measurement> variant) {
        return Estimate.ratio(
                samples(Round::plain, Measurement::wallSeconds), samples(variant, Measurement::wallSeconds));
    }
}
