package dev.hindsight.agent.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChaosTest {
    private static final int LONGEST = 1 << 14;

    @Test
    void aSeedRepeatsItself() {
        assertThat(decisions(7, 1000)).isEqualTo(decisions(7, 1000));
    }

    @Test
    void anotherSeedDecidesInAnotherWay() {
        Set<List<Integer>> all = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            all.add(decisions(seed, 20));
        }
        assertThat(all).hasSizeGreaterThan(95);
    }

    @Test
    void atRestTurnsAreLongAndGoRound() {
        Chaos chaos = new Chaos(7);
        chaos.rest(true);
        for (int i = 0; i < 100; i++) {
            assertThat(chaos.length()).isEqualTo(LONGEST);
            assertThat(chaos.choose(new int[] {2, 0, 1})).isZero();
        }
        chaos.rest(false);
        Set<Integer> lengths = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            lengths.add(chaos.length());
        }
        assertThat(lengths).hasSizeGreaterThan(10);
    }

    /** The lengths of turns and who has them, among three threads that never wait. */
    private static List<Integer> decisions(long seed, int count) {
        Chaos chaos = new Chaos(seed);
        int[] all = {0, 1, 2};
        List<Integer> decisions = new ArrayList<>();
        int running = 0;
        for (int i = 0; i < count; i++) {
            decisions.add(chaos.length());
            chaos.stopped(running);
            running = all[chaos.choose(all)];
            decisions.add(running);
        }
        return decisions;
    }

    /** Short turns for what happens in between, long ones for others to come by. */
    @Test
    void turnsAreOfAllLengths() {
        int[] byPower = new int[Integer.SIZE];
        for (int seed = 0; seed < 200; seed++) {
            Chaos chaos = new Chaos(seed);
            for (int i = 0; i < 50; i++) {
                int length = chaos.length();
                assertThat(length).isBetween(1, LONGEST);
                byPower[Integer.SIZE - Integer.numberOfLeadingZeros(length)]++;
                chaos.stopped(0);
                chaos.choose(new int[] {0, 1});
            }
        }
        for (int power = 1; power <= 13; power++) {
            assertThat(byPower[power])
                    .as("lengths below two to the power of " + power)
                    .isGreaterThan(20);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 20})
    void nobodyIsPassedOverForEver(int threads) {
        int longest = 0;
        for (int seed = 0; seed < 300; seed++) {
            longest = Math.max(longest, longestPassed(new Chaos(seed), threads));
        }
        assertThat(longest).isLessThanOrEqualTo(Chaos.MOST_PASSED + threads);
    }

    /** How often a thread is passed over at most, among some that give way by themselves but could go on: ranks stay as they are. */
    private static int longestPassed(Chaos chaos, int threads) {
        int[] all = new int[threads];
        int[] since = new int[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = i;
        }
        int longest = 0;
        for (int round = 1; round < 2000; round++) {
            int chosen = all[chaos.choose(all)];
            longest = Math.max(longest, round - since[chosen] - 1);
            since[chosen] = round;
        }
        for (int thread = 0; thread < threads; thread++) {
            longest = Math.max(longest, 1999 - since[thread]);
        }
        return longest;
    }

    /** Some seeds let the others wait as long as they may. */
    @Test
    void someThreadsAreStarvedForAWhile() {
        int starving = 0;
        for (int seed = 0; seed < 100; seed++) {
            starving += longestPassed(new Chaos(seed), 2) >= Chaos.MOST_PASSED ? 1 : 0;
        }
        assertThat(starving).isBetween(10, 100);
    }

    @Test
    void whoeverIsStoppedIsNotNext() {
        int again = 0;
        for (int seed = 0; seed < 100; seed++) {
            Chaos chaos = new Chaos(seed);
            int[] all = {0, 1, 2, 3};
            int running = 0;
            for (int i = 0; i < 100; i++) {
                chaos.stopped(running);
                int next = all[chaos.choose(all)];
                again += next == running ? 1 : 0;
                running = next;
            }
        }
        // Only where a phase begins, or somebody has waited for long.
        assertThat(again).isLessThan(300);
    }

    /** Changing threads costs as much as thousands of polls. */
    @Test
    void aLongRunDoesNotConsistOfShortTurns() {
        for (int seed = 0; seed < 20; seed++) {
            Chaos chaos = new Chaos(seed);
            long polls = 0;
            int stops = 0;
            while (polls < 200_000_000) {
                polls += chaos.length();
                stops++;
                chaos.stopped(0);
                chaos.choose(new int[] {0, 1});
            }
            assertThat(polls / stops).as("polls of a turn with seed " + seed).isGreaterThan(1000);
        }
    }
}
