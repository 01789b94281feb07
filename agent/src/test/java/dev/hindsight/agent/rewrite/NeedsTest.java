package dev.hindsight.agent.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.agent.patch.Ahead;
import dev.hindsight.agent.patch.Lending;
import dev.hindsight.agent.patch.Polls;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NeedsTest {
    /** A method for everything that needs the turn, or does not. */
    static class Sample {
        private static int count;
        private static final Object LOCK = new Object();
        private int field;
        private volatile int seen;
        private final int constant = count;

        private static double compute(double[] values) {
            double sum = Math.sqrt(values[0]);
            values[1] = sum;
            return sum;
        }

        private int readStatic() {
            return count + constant;
        }

        private void writeStatic() {
            count = 1;
        }

        private void useField() {
            field = seen;
        }

        private int twice() {
            return field * 31 + field;
        }

        private int again(Sample other, int times) {
            int sum = other.field;
            for (int i = 0; i < times; i++) {
                sum += other.field;
            }
            return sum;
        }

        private int count(Sample other) {
            field++;
            field += other.field;
            return field < other.field ? field : other.field;
        }

        private Sample longest(Sample other) {
            Sample found = other.field < field ? this : other;
            found.field = 7;
            return found;
        }

        private static int addTo(int[] values, int i) {
            values[i] += 3;
            return values[i]++;
        }

        private static int initialise(List<Object> list, Other other) {
            list.clear();
            int value = other.value;
            return value + new Third(other.value).value;
        }

        private static boolean load(List<Object> list, Other other, Object object) {
            list.clear();
            int value = other.value;
            return object instanceof Other && value == other.value;
        }

        private static void give(Other other, int[] values, Object object) {
            other.take(object);
            other.take(values);
        }

        private static int reach(Other other) {
            return other.step() + other.value + new Other().value;
        }

        private void enter() {
            synchronized (LOCK) {
                field = 0;
            }
        }

        private static void printTwice(List<Object> list) {
            list.clear();
            list.add("one");
            int sum = 0;
            for (int i = 0; i < 10; i++) {
                sum += i;
            }
            list.remove(sum);
        }

        private static void reflect(java.lang.reflect.Field field, Object object) throws IllegalAccessException {
            field.setInt(object, 1);
        }

        private static void printOne(List<Object> list, boolean first) {
            if (first) {
                list.clear();
            }
            list.add("one");
        }

        private Object call(List<Object> list, int[] values) {
            list.add(values);
            System.arraycopy(values, 0, values, 1, 1);
            return Thread.holdsLock(values);
        }

        private static double distance(double[][] rows, int one, int other) {
            double x = rows[one][0] - rows[other][0];
            double y = rows[one][1] - rows[other][1];
            return x * x + y * y;
        }

        private static double replace(double[][] rows, double[] row, int one) {
            double first = rows[one][0];
            rows[one] = row;
            return first + rows[one][0];
        }

        private static double hold(double[][] rows, int one, int other) {
            double[] row = rows[one];
            double sum = row[0] + rows[other][0];
            return sum + row[1] + rows[one][1];
        }

        private static double sum(double[] values, int[] places) {
            double sum = 0;
            for (int i = 0; i < places.length; i++) {
                sum += Math.abs(values[places[i]]);
            }
            for (double value : values) {
                sum += value;
            }
            return sum;
        }

        private static void relax(double[][] grid, int i) {
            for (int j = 1; j < 10; j++) {
                grid[i][j] += grid[i - 1][j] * grid[i + 1][j - 1] + grid[0][j];
            }
        }

        private static void fill(int[] values, int from) {
            for (int i = from; i < 10; i++) {
                values[i] = i;
            }
        }

        private static void fillBack(int[] values) {
            for (int i = values.length - 1; i >= 0; i--) {
                values[i] = i;
            }
        }

        private static void multiply(double[] one, double[] two, double[] product, int i, int k, int size) {
            for (int j = 0; j < size; j++) {
                product[i * size + j] += one[i * size + k] * two[j + ((k << 1) - 3) * size];
            }
        }

        private static int corners(int[] one, int[] two) {
            int sum = one[0] * two[0] + one[1] * two[1] + one[7] * two[7];
            one[0] = sum;
            return one[2] + one[8];
        }

        private static void smooth(double[] row, double[] above) {
            for (int i = 1; i < row.length - 1; i += 2) {
                row[i] += row[i - 1] + row[i + 1] - 2 * above[i];
            }
        }

        private static void scatter(int[] values, int[] places) {
            for (int i = 0; i < 10; i++) {
                values[places[i]] = i;
            }
        }

        private static void jump(int[] values) {
            for (int i = 0; i < 10; i++) {
                values[i] = i;
                i++;
            }
        }

        private static void shrink(int[] values, int to) {
            int end = to;
            for (int i = 0; i < end; i++) {
                values[i] = i;
                end--;
            }
        }

        private static int follow(int[][] rows) {
            int[] row = rows[0];
            int sum = 0;
            for (int i = 0; i < 10; i++) {
                sum += row[i];
                row = rows[i];
            }
            return sum;
        }

        private static int leave(int[] values) {
            for (int i = 0; i < 10; i++) {
                if (values[i] == count) {
                    return i;
                }
            }
            return -1;
        }

        private static int[] make() {
            return new int[1];
        }

        int overridable() {
            return Math.max(1, 2);
        }

        int ofProgram(Integer one, Other other) {
            return Math.max(1, 2);
        }
    }

    static class Third {
        final int value;

        Third(int value) {
            this.value = value;
        }
    }

    /** Another class of the program. */
    static class Other {
        private int value;
        private Other before;

        Other() {
            value = 3;
            before = null;
        }

        int step() {
            return value;
        }

        void take(Object object) {
            value = object.hashCode();
        }

        void take(int[] values) {
            value = values[0];
        }
    }

    @Test
    void arraysAndNumbersNeedNoTurnIfTheyAreOnesOwn() throws IOException {
        assertThat(hooks("compute", Lending.OWN)).containsExactly("readBeginning", "writeElement");
        assertThat(hooks("compute", Lending.ANYTHING)).isEmpty();
        assertThat(hooks("make", Lending.OWN)).containsExactly("made");
    }

    @Test
    void staticFieldsMayBeReadAsLongAsNobodyWritesThem() throws IOException {
        assertThat(hooks("readStatic", Lending.OWN)).containsExactly("readStatics");
        assertThat(hooks("writeStatic", Lending.OWN)).containsExactly("needTurn", "writeStatics");
        assertThat(hooks("readStatic", Lending.ANYTHING)).isEmpty();
    }

    @Test
    void fieldsThatOthersMayChangeNeedTheTurn() throws IOException {
        assertThat(hooks("useField", Lending.OWN)).containsExactly("needTurn", "writes");
        assertThat(hooks("useField", Lending.ANYTHING)).containsExactly("needTurn");
    }

    @Test
    void anObjectIsLookedAtOnceAsLongAsNobodyCanGetIt() throws IOException {
        assertThat(hooks("twice", Lending.OWN)).containsExactly("reads");
        assertThat(hooks("again", Lending.OWN)).containsExactly("reads", "passLoopBeside", "reads");
        assertThat(hooks("NeedsTest$Other", "<init>", Lending.OWN)).containsExactly("maker");
    }

    /** With an object the other one is looked at, which may be lost meanwhile; what is written is looked at again after it was read. */
    @Test
    void twoObjectsAreLookedAtTogether() throws IOException {
        assertThat(hooks("count", Lending.OWN)).containsExactly("reads", "writes", "reads and 1");
        assertThat(hooks("longest", Lending.OWN)).containsExactly("reads", "reads and 1", "writes");
        assertThat(hooks("addTo", Lending.OWN)).containsExactly("readElement", "writeElement");
    }

    @Test
    void whetherOtherClassesMayBeReachedIsAskedAtEachPlace() throws IOException {
        String pass = "hindsight$pass";
        assertThat(hooks("reach", Lending.OWN))
                .containsExactly(pass, "step", pass, "reads", pass, "<init>", pass, "reads");
        assertThat(hooks("reach", Lending.ANYTHING)).contains("needTurn");
        assertThat(hooks("give", Lending.OWN)).containsExactly(pass, "take", pass, "lentUnless", "take", "returned");
    }

    /** Once it has asked for its turn, a thread has it until it may go on without. What leaves a monitor after an exception asks again. */
    @Test
    void monitorsAndTheJdkNeedTheTurn() throws IOException {
        assertThat(hooks("enter", Lending.ANYTHING)).containsExactly("takeTurn", "enter", "needTurn");
        assertThat(hooks("enter", Lending.OWN)).containsExactly("takeTurn", "kept", "enter", "writes", "needTurn");
        assertThat(hooks("call", Lending.OWN))
                .containsExactly("takeTurn", "use", "takeTurn", "used", "used", "takeTurn", "kept");
        assertThat(hooks("printOne", Lending.ANYTHING)).containsExactly("takeTurn", "use", "takeTurn", "use");
    }

    /** If others could come by after that, they would own again what is about to be reached. */
    @Test
    void whoReachesWhatIsOthersTakesItsTurnBeforeTheyAreBack() throws IOException {
        assertThat(hooks("reflect", Lending.OWN)).containsExactly("takeTurn", "reachesAll", "writeStatics", "kept");
    }

    /** Others may come by there, or nobody would see what happens between two calls. */
    @Test
    void aTurnMayEndBeforeEachCallOfTheJdkAndIsTakenAgain() throws IOException {
        assertThat(hooks("printTwice", Lending.ANYTHING))
                .containsExactly("takeTurn", "use", "takeTurn", "use", "passLoopBeside", "takeTurn", "use");
    }

    /** Also who has its turn may have to wait there, and loses what it owned. */
    @Test
    void whatInitialisesOrLoadsClassesIsLookedAtAfterIt() throws IOException {
        String pass = "hindsight$pass";
        for (String method : List.of("initialise", "load")) {
            List<String> hooks = hooks(method, Lending.OWN);
            assertThat(hooks).as(method).startsWith("takeTurn", "use", pass, "reads", pass, "reads");
        }
    }

    @Test
    void whatTheJdkMayCallReturnsWithTheTurn() throws IOException {
        assertThat(hooks("overridable", Lending.ANYTHING)).containsExactly("needTurn", "caught", "needTurn");
        assertThat(hooks("overridable", Lending.OWN)).containsExactly("hindsight$pass", "caught", "hindsight$pass");
        assertThat(hooks("ofProgram", Lending.OWN)).isEmpty();
    }

    @Test
    void arraysOfALoopAreLookedAtBeforeIt() throws IOException {
        assertThat(hooks("sum", Lending.OWN))
                .containsExactly(
                        "passLoopBeside", "useAll", "readRange", "useAll", "readRange", "passLoopBeside", "readRange");
        assertThat(hooks("sum", Lending.ANYTHING)).containsExactly("passLoopBeside", "passLoopBeside");
        // The outer array and three of its elements, and one more.
        assertThat(hooks("relax", Lending.OWN))
                .containsExactly(
                        "passLoopBeside",
                        "row",
                        "row",
                        "row",
                        "useAll",
                        "row",
                        "useAll",
                        "row",
                        "row",
                        "row",
                        "useAll",
                        "row",
                        "useAll");
    }

    /** Of what is written, the rest may be another thread's. */
    @Test
    void thePartsThatALoopUsesAreLookedAtBeforeIt() throws IOException {
        assertThat(hooks("fill", Lending.OWN)).containsExactly("passLoopBeside", "writeRange");
        assertThat(hooks("smooth", Lending.OWN))
                .containsExactly("passLoopBeside", "writeRange", "readRange", "writeRange", "readRange");
        assertThat(hooks("fillBack", Lending.OWN)).containsExactly("passLoopBeside", "writeRange");
        assertThat(hooks("multiply", Lending.OWN))
                .containsExactly(
                        "passLoopBeside",
                        "writeRange",
                        "readRange",
                        "readRange",
                        "writeRange",
                        "readRange",
                        "readRange");
    }

    /** One look at the first elements is enough for all of them, beside another array's, until they are written. */
    @Test
    void theFirstElementsAreLookedAtTogether() throws IOException {
        assertThat(hooks("corners", Lending.OWN))
                .containsExactly("readBeginning", "readBeginning", "writeElement", "readBeginning", "readElement");
    }

    /** Whoever has to wait for its turn looks again at the rows that it has read, and at those that are there now. */
    @Test
    void rowsAreLookedAtOnceUntilTheyAreReplaced() throws IOException {
        assertThat(hooks("distance", Lending.OWN))
                .containsExactly("readElement", "readBeginning", "readElement", "readBeginning");
        assertThat(hooks("replace", Lending.OWN))
                .containsExactly("readElement", "readBeginning", "writeElement", "readBeginning");
    }

    /** In a variable is the row that was read, whatever is in its place now. */
    @Test
    void aRowInAVariableIsNotTheOneInItsPlace() throws IOException {
        assertThat(hooks("hold", Lending.OWN))
                .containsExactly(
                        "readElement", "readBeginning", "readElement", "readBeginning", "readElement", "readBeginning");
    }

    /** It may be any element; what changes is not known; what needs the turn may let others run. */
    @Test
    void otherLoopsLookAtEachElement() throws IOException {
        assertThat(hooks("scatter", Lending.OWN)).containsExactly("passLoopBeside", "readElement", "writeElement");
        assertThat(hooks("jump", Lending.OWN)).containsExactly("passLoopBeside", "writeElement");
        assertThat(hooks("shrink", Lending.OWN)).containsExactly("passLoopBeside", "writeElement");
        assertThat(hooks("follow", Lending.OWN))
                .containsOnlyOnce("passLoopBeside")
                .contains("readElement")
                .doesNotContain("useAll");
        assertThat(hooks("leave", Lending.OWN)).containsExactly("passLoopBeside", "readElement", "readStatics");
    }

    private static List<String> hooks(String method, Lending lending) throws IOException {
        return hooks("NeedsTest$Sample", method, lending);
    }

    private static List<String> hooks(String type, String method, Lending lending) throws IOException {
        byte[] original;
        try (InputStream in = NeedsTest.class.getResourceAsStream(type + ".class")) {
            original = in.readAllBytes();
        }
        byte[] changed = ThreadSites.rewrite(original, false, Polls.EVERYWHERE, null, false, lending, Ahead.NOTHING);
        Map<String, List<String>> all = ThreadSitesTest.hooksByMethod(changed);
        List<String> found = all.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(method + "("))
                .findFirst()
                .orElseThrow()
                .getValue();
        return found.stream().map(hook -> described(hook, all)).toList();
    }

    /** What a hook that looks at objects is for: how the first is used, and how many others are looked at again. */
    private static String described(String hook, Map<String, List<String>> all) {
        for (Map.Entry<String, List<String>> each : all.entrySet()) {
            if (hook.startsWith("hindsight$look") && each.getKey().startsWith(hook + "(")) {
                long others =
                        each.getKey().chars().filter(letter -> letter == ';').count() - 1;
                String use = each.getValue().contains("isForeign") ? "reads" : "writes";
                return others == 0 ? use : use + " and " + others;
            }
        }
        return hook;
    }
}
