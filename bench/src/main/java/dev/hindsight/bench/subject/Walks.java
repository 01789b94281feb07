package dev.hindsight.bench.subject;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Two threads walk at random and put where they got to into one list; the scale is thousands of walks. */
public final class Walks {
    private static final int STEPS = 300;

    private Walks() {}

    public static void main(String[] arguments) throws InterruptedException {
        List<Long> ends = Collections.synchronizedList(new ArrayList<>());
        Team.divide(1000 * Integer.parseInt(arguments[0]), (from, to) -> {
            for (int i = from; i < to; i++) {
                ends.add(walk(new Random(i)));
            }
        });
        Collections.sort(ends);
        System.out.println("walks " + ends.hashCode());
    }

    private static long walk(Random random) {
        double place = 100;
        for (int i = 0; i < STEPS; i++) {
            place *= Math.exp(0.0002 + 0.01 * random.nextGaussian());
        }
        return Math.round(place * 1000);
    }
}
