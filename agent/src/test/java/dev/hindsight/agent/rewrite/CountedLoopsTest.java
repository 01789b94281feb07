package dev.hindsight.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hindsight.agent.patch.Polls;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CountedLoopsTest {
    /** What a test calls. */
    public interface Sums {
        long all(int[] values, int times);

        int lengthOf(int[] values);
    }

    /** Loops that count. */
    public static class Counted implements Sums {
        private int limit = 5;
        private Counted other;

        @Override
        public long all(int[] values, int times) {
            long sum = upTo(times)
                    + down(times)
                    + over(values)
                    + upToField()
                    + upToProduct(times)
                    + inSteps(values)
                    + insideWhile(times);
            other = new Counted();
            return sum + ofOther();
        }

        int upTo(int times) {
            int sum = 0;
            for (int i = 3; i < times; i++) {
                if (i % 5 == 0) {
                    continue;
                }
                sum += i;
            }
            return sum;
        }

        int down(int times) {
            int sum = 0;
            for (int i = times - 1; i >= 0; i--) {
                sum += i * i;
            }
            return sum;
        }

        int over(int[] values) {
            int sum = 0;
            for (int value : values) {
                sum += value;
            }
            return sum;
        }

        int upToField() {
            int sum = 0;
            for (int i = 0; i <= limit - 1; i++) {
                sum += i;
            }
            return sum;
        }

        int upToProduct(int times) {
            int sum = 0;
            for (int i = times * 2; i < (times + 1) * 3; i++) {
                sum += i;
            }
            return sum;
        }

        int ofOther() {
            int sum = 0;
            for (int i = 0; i < other.limit; i++) {
                sum += i;
            }
            return sum;
        }

        int inSteps(int[] values) {
            int sum = 0;
            for (int i = 0; i < values.length; i += 2) {
                sum -= values[i];
            }
            return sum;
        }

        int insideWhile(int times) {
            int sum = 0;
            int left = times;
            while (sum < times) {
                left--;
                for (int i = 0; i < left; i++) {
                    sum += i + 1;
                }
            }
            return sum;
        }

        @Override
        public int lengthOf(int[] values) {
            int i = 0;
            while (i < values.length) {
                i++;
            }
            return i;
        }
    }

    /** Loops that may go on for ever, or wait for others. */
    public static class Uncounted {
        private volatile boolean done;
        private int next;

        void endless(int times) {
            for (int i = 0; i < times; i++) {
                if (next == 3) {
                    i = 0;
                }
            }
        }

        void backAndForth(int times) {
            for (int i = 0; i < times; i++) {
                if (next == 3) {
                    i--;
                }
            }
        }

        void awayFromLimit(int times) {
            for (int i = 0; i < times; i--) {
                next++;
            }
        }

        int looking(int times) {
            int looks = 0;
            for (int i = 0; i < times; i++) {
                if (done) {
                    break;
                }
                looks++;
            }
            return looks;
        }

        int lookingAt(AtomicBoolean other, int times) {
            int looks = 0;
            for (int i = 0; i < times; i++) {
                if (other.get()) {
                    break;
                }
                looks++;
            }
            return looks;
        }

        int calling(int times) {
            int sum = 0;
            for (int i = 0; i < times; i++) {
                sum += counting(i);
            }
            return sum;
        }

        int walking(Iterator<String> texts) {
            int length = 0;
            while (texts.hasNext()) {
                length += texts.next().length();
            }
            return length;
        }

        int counting(long times) {
            int passed = 0;
            for (long i = 0; i < times; i++) {
                passed++;
            }
            return passed;
        }
    }

    /** Methods by what they call. */
    public static class Calling {
        private static int sum;
        private int kept;

        int leaf(int value) {
            return Math.max(value, kept);
        }

        void add(int value) {
            sum += value;
        }

        void keep(int value) {
            kept = Math.max(value, kept);
        }

        int again(int value) {
            return value < 2 ? value : again(value - 1) + again(value - 2);
        }

        int apply(Function<Integer, Integer> other) {
            return other.apply(3);
        }
    }

    @Test
    void loopsThatCountTakeTheirLengthOffBeforeTheyBegin() throws Exception {
        byte[] code = rewritten("Counted");
        for (String method :
                List.of("upTo", "down", "over", "upToField", "upToProduct", "ofOther", "inSteps", "lengthOf")) {
            assertThat(ThreadSitesTest.calls(code, method)).as(method).containsExactly("passLoop");
        }
        assertThat(ThreadSitesTest.calls(code, "insideWhile")).containsExactly("passLoop", "poll");
    }

    @Test
    void othersPollInEachIteration() throws Exception {
        byte[] code = rewritten("Uncounted");
        for (String method : List.of(
                "endless", "backAndForth", "awayFromLimit", "looking", "lookingAt", "calling", "walking", "counting")) {
            assertThat(ThreadSitesTest.calls(code, method))
                    .as(method)
                    .contains("poll")
                    .doesNotContain("passLoop");
        }
    }

    @Test
    void methodsPollIfTheyCallThemselvesAndBeforeTheyWriteWhatTheyRead() throws Exception {
        byte[] code = rewritten("Calling");
        assertThat(ThreadSitesTest.calls(code, "leaf")).isEmpty();
        assertThat(ThreadSitesTest.calls(code, "add")).containsExactly("poll");
        assertThat(ThreadSitesTest.calls(code, "keep")).isEmpty();
        assertThat(ThreadSitesTest.calls(rewritten("Calling", Polls.BEFORE_WRITES), "keep"))
                .containsExactly("poll");
        assertThat(ThreadSitesTest.calls(code, "again")).containsExactly("poll");
        assertThat(ThreadSitesTest.calls(code, "apply")).isEmpty();
    }

    @Test
    void loopsDoWhatTheyDid() throws Exception {
        int[] values = {3, 1, 4, 1, 5, 9};
        byte[] code = ThreadSitesTest.bytes("CountedLoopsTest$Counted");
        for (byte[] original : List.of(code, ThreadSitesTest.oldVersion(code))) {
            Sums changed = (Sums) ThreadSitesTest.define(
                    Counted.class.getName(), ThreadSitesTest.rewrite(original, false, Polls.EVERYWHERE));
            assertThat(changed.all(values, 20)).isEqualTo(new Counted().all(values, 20));
        }
    }

    /** Not where its length is asked for before it begins. */
    @Test
    void aLimitThatIsMissingFailsWhereItDid() throws Exception {
        Sums changed = (Sums) ThreadSitesTest.define(Counted.class.getName(), rewritten("Counted"));
        Throwable plain = catchThrowable(() -> new Counted().lengthOf(null));
        Throwable failure = catchThrowable(() -> changed.lengthOf(null));
        assertThat(failure).isInstanceOf(NullPointerException.class).hasMessage(plain.getMessage());
        assertThat(failure.getStackTrace()[0].getLineNumber()).isEqualTo(plain.getStackTrace()[0].getLineNumber());
    }

    private static byte[] rewritten(String name) throws Exception {
        return rewritten(name, Polls.EVERYWHERE);
    }

    private static byte[] rewritten(String name, Polls polls) throws Exception {
        return ThreadSitesTest.rewrite(ThreadSitesTest.bytes("CountedLoopsTest$" + name), false, polls);
    }
}
