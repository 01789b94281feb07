package dev.hindsight.app.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps as a replay writes them, and what is made of them. */
class StepsTest {
    private static final String HEAD =
            """
            steps\t100\t0
            sites\t0\t-1
            class\tdemo/Account\tjava/lang/Object\tAccount.java
            volatile\topen
            final\tname
            read\tadd\t5\tdemo/Account\tbalance\tI
            write\tadd\t6\tdemo/Account\tbalance\tI
            enter\tadd\t4\t\t\tLjava/lang/Object;
            exit\tadd\t7\t\t\tLjava/lang/Object;
            write\tset\t9\tdemo/Account\topen\tZ
            read\tset\t10\tdemo/Account\topen\tZ
            call\tput\t12\tjava/util/Map\tput\t(Ljava/lang/Object;)Ljava/lang/Object;
            result\tput\t12\tjava/util/Map\tput\tLjava/lang/Object;
            want\tadd\t4\t\t\tLjava/lang/Object;
            throw\tadd\t20\t\t\tLjava/lang/Object;
            call\tget\t21\tjava/util/concurrent/Future\tget\t()Ljava/lang/Object;
            read\tname\t22\tdemo/Account\tname\tLjava/lang/String;
            write\tfill\t23\t\t\t
            write\t<clinit>\t3\tdemo/Account\trate\tI
            initialised\t<clinit>\t3\tdemo/Account\t\tLjava/lang/Object;
            read\trate\t30\tdemo/Account\trate\tI
            call\tadd\t40\tjava/util/List\tadd\t(Ljava/lang/Object;)Z
            call\tawait\t41\tjava/util/concurrent/locks/Condition\tawait\t()V
            call\tlock\t42\tjava/util/concurrent/locks/Lock\tlock\t()V
            call\tunlock\t43\tjava/util/concurrent/locks/Lock\tunlock\t()V
            call\tnewCondition\t44\tjava/util/concurrent/locks/Lock\tnewCondition\t()Ljava/lang/Object;
            result\tnewCondition\t44\tjava/util/concurrent/locks/Lock\tnewCondition\tLjava/lang/Object;
            call\twait\t45\tjava/lang/Object\twait\t()V
            thread\t1\tmain\tjava.lang.Thread#1
            thread\t2\tworker\tjava.lang.Thread#2
            """;

    private static final int READ = 0;
    private static final int WRITE = 1;
    private static final int ENTER = 2;
    private static final int EXIT = 3;
    private static final int SET_OPEN = 4;
    private static final int GET_OPEN = 5;
    private static final int PUT = 6;
    private static final int PUT_RESULT = 7;
    private static final int WANT = 8;
    private static final int THROW = 9;
    private static final int FUTURE_GET = 10;
    private static final int NAME = 11;
    private static final int FILL = 12;
    private static final int SET_RATE = 13;
    private static final int INITIALISED = 14;
    private static final int GET_RATE = 15;
    private static final int ADD = 16;
    private static final int AWAIT = 17;
    private static final int LOCK = 18;
    private static final int UNLOCK = 19;
    private static final int NEW_CONDITION = 20;
    private static final int NEW_CONDITION_RESULT = 21;
    private static final int WAIT = 22;
    private static final int START = -1;

    private static final String ACCOUNT = "demo.Account#3";

    @TempDir
    private Path directory;

    private final StringBuilder text = new StringBuilder();
    private int number;

    @BeforeEach
    void begin() {
        text.append(HEAD);
    }

    private void step(int thread, int site, String target, long value, String object) {
        text.append("step\t" + number++ + "\t" + thread + "\t" + site + "\t0\t" + target + "\t-1\t" + value + "\t"
                + object + "\n");
    }

    private void step(int thread, int site, long value) {
        step(thread, site, ACCOUNT, value, "null");
    }

    private void started() {
        step(1, START, "2", 0, "");
    }

    private Steps steps() throws IOException {
        Path file = directory.resolve("steps");
        Files.writeString(file, text + "end\n");
        return StepReader.read(file);
    }

    @Test
    void stepsThatAreCutOffAreNotTakenForAll() throws IOException {
        Path file = Files.writeString(directory.resolve("steps"), text);
        assertThatThrownBy(() -> StepReader.read(file)).hasMessageContaining("there is no room for them");
    }

    private List<String> table(Steps steps) {
        Races races = Races.in(steps);
        StepView view = StepView.of(steps, StepView.Repetition.FOLDED);
        return new StepText(steps, races, UnaryOperator.identity(), false, 0)
                .table(view.rows(view.relevant(races), null, 100));
    }

    private void thrown(int thread, String stack) {
        text.append("thrown\t" + thread + "\t" + number + "\t" + stack + "\n");
    }

    private List<String> tableToTheEnd(Steps steps) {
        Races races = Races.in(steps);
        StepView view = StepView.of(steps, StepView.Repetition.FOLDED);
        return new StepText(steps, races, UnaryOperator.identity(), false, 0)
                .table(view.rowsTo(view.end(Locks.after(steps)).orElseThrow(), view.relevant(races), races, 100));
    }

    private List<String> races(Steps steps) {
        return new StepText(steps, Races.in(steps), UnaryOperator.identity(), false, 0).races(10);
    }

    private void increment(int thread, int seen, int written) {
        step(thread, READ, seen);
        step(thread, WRITE, written);
    }

    @Test
    void aLostUpdateIsARace() throws IOException {
        started();
        step(1, READ, 7);
        step(2, READ, 7);
        step(2, WRITE, 8);
        step(1, WRITE, 8);
        step(1, NAME, ACCOUNT, 0, "\"Smith\"");
        Steps steps = steps();
        assertThat(table(steps))
                .containsExactly(
                        "step  line            main                           worker",
                        "   0                    starts 'worker'",
                        "   1  Account.java:5  ! reads Account#3.balance: 7",
                        "   2  Account.java:5                                   reads Account#3.balance: 7",
                        "   3  Account.java:6                                 ! writes Account#3.balance = 8",
                        "   4  Account.java:6  ! writes Account#3.balance = 8",
                        "      … 1 step");
        assertThat(new StepText(steps, Races.in(steps), UnaryOperator.identity(), false, 0).races(10))
                .containsExactly(
                        "race on demo.Account.balance, 2 times, one of them:",
                        "  step 3, worker at Account.java:6 in demo.Account.add: writes Account#3.balance = 8",
                        "  step 4, main at Account.java:6 in demo.Account.add: writes Account#3.balance = 8");
    }

    @Test
    void aMonitorOrdersWhatIsDoneInside() throws IOException {
        started();
        for (int thread : new int[] {1, 2, 1}) {
            step(thread, ENTER, 0);
            increment(thread, 1, 2);
            step(thread, EXIT, 0);
        }
        assertThat(Races.in(steps()).all()).isEmpty();
    }

    @Test
    void anotherMonitorDoesNot() throws IOException {
        started();
        for (int thread : new int[] {1, 2}) {
            step(thread, ENTER, "demo.Account#" + (3 + thread), 0, "null");
            increment(thread, 1, 2);
            step(thread, EXIT, "demo.Account#" + (3 + thread), 0, "null");
        }
        assertThat(Races.in(steps()).all()).hasSize(2);
    }

    @Test
    void volatileFieldsOrder() throws IOException {
        started();
        step(1, WRITE, 5);
        step(1, SET_OPEN, 1);
        step(2, GET_OPEN, 1);
        step(2, READ, 5);
        assertThat(Races.in(steps()).all()).isEmpty();
    }

    @Test
    void startsOrder() throws IOException {
        step(1, WRITE, 5);
        started();
        step(2, READ, 5);
        assertThat(Races.in(steps()).all()).isEmpty();
    }

    @Test
    void whatWaitsForOthersComesBehindThem() throws IOException {
        started();
        step(2, WRITE, 5);
        step(1, FUTURE_GET, "java.util.concurrent.FutureTask#9", 0, "null");
        step(1, READ, 5);
        step(2, WRITE, 6);
        List<Races.Race> found = Races.in(steps()).all();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).first().number()).isEqualTo(3);
    }

    /** A thread may be waiting since before the first step that was kept. */
    @Test
    void aThreadThatWasAwayComesBehindTheOthers() throws IOException {
        number = 50;
        step(2, WRITE, 5);
        step(1, READ, 5);
        step(2, WRITE, 6);
        List<Races.Race> found = Races.in(steps()).all();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).first().number()).isEqualTo(51);
    }

    @Test
    void collectionsThatAreNotMadeForThreadsRace() throws IOException {
        started();
        step(1, PUT, "java.util.HashMap#5", 0, "\"key\"");
        step(1, PUT_RESULT, "", 0, "null");
        step(2, PUT, "java.util.HashMap#5", 0, "\"key\"");
        Steps steps = steps();
        assertThat(Races.in(steps).all()).hasSize(1);
        assertThat(table(steps)).anyMatch(line -> line.contains("! HashMap#5.put(\"key\"): null"));
    }

    @Test
    void aStepThatIsNoRowIsFoundInItsRow() throws IOException {
        step(1, PUT, "java.util.HashMap#5", 0, "\"key\"");
        step(1, PUT_RESULT, "", 0, "null");
        step(1, WANT, 0);
        step(1, ENTER, 0);
        StepView view = StepView.of(steps(), StepView.Repetition.FOLDED);
        assertThat(view.rowOf(1)).isZero();
        assertThat(view.rowOf(2)).isEqualTo(3);
        assertThat(view.rowOf(3)).isEqualTo(3);
    }

    @Test
    void thoseThatAreDoNot() throws IOException {
        started();
        step(1, PUT, "java.util.concurrent.ConcurrentHashMap#5", 0, "\"key\"");
        step(2, PUT, "java.util.concurrent.ConcurrentHashMap#5", 0, "\"key\"");
        assertThat(Races.in(steps()).all()).isEmpty();
    }

    @Test
    void aReadTellsWhoseValueItSaw() throws IOException {
        started();
        step(1, READ, 0);
        step(2, WRITE, 8);
        step(1, READ, 8);
        assertThat(table(steps())).anyMatch(line -> line.endsWith("! reads Account#3.balance: 8 (of worker, 2)"));
    }

    @Test
    void whatTheThreadThatFailedDidNotUseIsFolded() throws IOException {
        started();
        increment(1, 0, 1);
        increment(2, 1, 2);
        step(1, READ, "demo.Account#4", 0, "null");
        step(1, THROW, "", 0, "java.lang.IllegalStateException#7");
        text.append("thrown\t1\t99\tjava.lang.IllegalStateException\n");
        assertThat(table(steps()))
                .anyMatch(line -> line.endsWith("throws IllegalStateException#7"))
                .last()
                .isEqualTo("      ^ main failed here");
        text.setLength(text.lastIndexOf("thrown"));
        text.append("thrown\t2\t99\tjava.lang.IllegalStateException\n");
        assertThat(table(steps())).last().asString().endsWith("… 2 steps");
    }

    @Test
    void aCircleOfLocksIsADeadlock() throws IOException {
        started();
        step(1, ENTER, "java.lang.Object#5", 0, "null");
        step(2, ENTER, "java.lang.Object#6", 0, "null");
        step(1, WANT, "java.lang.Object#6", 0, "null");
        Steps early = steps();
        assertThat(Locks.after(early).cycle()).isEmpty();
        step(2, WANT, "java.lang.Object#5", 0, "null");
        Steps steps = steps();
        assertThat(new StepText(steps, Races.in(steps), UnaryOperator.identity(), false, 0).deadlock())
                .containsExactly(
                        "deadlock:",
                        "  main waits at Account.java:4 for java.lang.Object#6",
                        "    which worker took at Account.java:4 (step 2)",
                        "  worker waits at Account.java:4 for java.lang.Object#5",
                        "    which main took at Account.java:4 (step 1)");
    }

    @Test
    void bytesAndBooleansAreToldApartByTheirArray() throws IOException {
        text.append("step\t0\t1\t" + FILL + "\t0\tboolean[]#8\t2\t1\tnull\n");
        text.append("step\t1\t1\t" + FILL + "\t0\tbyte[]#9\t2\t1\tnull\n");
        List<Step> kept = steps().kept();
        assertThat(kept.get(0).value()).isEqualTo("true");
        assertThat(kept.get(1).value()).isEqualTo("1");
        assertThat(kept.get(1).location()).isEqualTo("byte[]#9[2]");
    }

    @Test
    void classesWithoutRoomAreNamedOnce() throws IOException {
        text.append("untold\tdemo.Huge\nuntold\tdemo.Huge\n");
        assertThat(steps().untold()).containsExactly("demo.Huge");
    }

    @Test
    void onlyTheRowsAroundAreShown() throws IOException {
        started();
        for (int i = 0; i < 20; i++) {
            increment(1 + i % 2, i, i + 1);
        }
        Steps steps = steps();
        StepView view = StepView.of(steps, StepView.Repetition.FOLDED);
        List<StepView.Row> rows = view.rows(step -> true, row -> row.step().number() == 10, 5);
        assertThat(rows).extracting(row -> row.step().number()).containsExactly(8L, 9L, 10L, 11L, 12L);
    }

    @Test
    void valuesAreShownAsTheyAre() {
        assertThat(Step.briefValue("\"a.b#c.d\"")).isEqualTo("\"a.b#c.d\"");
        assertThat(Step.briefValue("'.'")).isEqualTo("'.'");
        assertThat(Step.briefValue("0.25")).isEqualTo("0.25");
        assertThat(Step.briefValue("demo.Account#3")).isEqualTo("Account#3");
        assertThat(Step.briefValue("OPEN demo.State#4")).isEqualTo("OPEN State#4");
    }

    @Test
    void aRaceHasTwoSides() throws IOException {
        started();
        step(1, READ, 7);
        step(2, WRITE, 8);
        step(1, NAME, ACCOUNT, 0, "\"Smith\"");
        Steps steps = steps();
        Races races = Races.in(steps);
        Step read = steps.kept().get(1);
        Step write = steps.kept().get(2);
        assertThat(races.partner(read)).contains(write);
        assertThat(races.partner(write)).contains(read);
        assertThat(races.partner(steps.kept().get(3))).isEmpty();
        assertThat(races.contests())
                .containsExactly(
                        new Races.Contest("demo.Account.balance", 1, 0, new Races.Race(read, write, 1), false));
    }

    @Test
    void locksAreHeldAndWaitedForInSpans() throws IOException {
        started();
        step(1, ENTER, 0);
        step(2, WANT, 0);
        step(1, READ, 7);
        step(1, EXIT, 0);
        step(2, ENTER, 0);
        Steps steps = steps();
        Locks locks = Locks.after(steps);
        List<Step> kept = steps.kept();
        assertThat(locks.holds())
                .containsExactly(new Locks.Span(kept.get(1), kept.get(4)), new Locks.Span(kept.get(5), null));
        assertThat(locks.waits()).containsExactly(new Locks.Span(kept.get(2), kept.get(5)));
    }

    @Test
    void whatWasHandedToTheFailingThreadInOrderIsShown() throws IOException {
        started();
        step(2, ENTER, 0);
        step(2, WRITE, 9);
        step(2, EXIT, 0);
        step(1, FUTURE_GET, "java.util.concurrent.FutureTask#9", 0, "null");
        step(1, ENTER, 0);
        step(1, READ, 9);
        step(1, EXIT, 0);
        step(1, THROW, "", 0, "java.lang.IllegalStateException#7");
        thrown(1, "java.lang.IllegalStateException");
        assertThat(tableToTheEnd(steps()))
                .anyMatch(line -> line.endsWith("  writes Account#3.balance = 9"))
                .anyMatch(line -> line.contains("reads Account#3.balance: 9 (of worker, 2)"));
    }

    @Test
    void whatTheFailureDependsOnComesFirst() throws IOException {
        String noise = "demo.Account#4";
        text.append("thread\t5\tother\tjava.lang.Thread#5\n");
        started();
        step(1, START, "5", 0, "");
        step(1, WRITE, noise, 1, "null");
        step(2, READ, 0);
        step(5, READ, 0);
        step(2, WRITE, 1);
        step(5, WRITE, 1);
        step(2, WRITE, noise, 2, "null");
        step(1, FUTURE_GET, "java.util.concurrent.FutureTask#9", 0, "null");
        step(1, READ, 1);
        step(1, THROW, "", 0, "java.lang.AssertionError#7");
        thrown(1, "java.lang.AssertionError: lost 1");
        Races.Contest first = Races.in(steps()).contests().get(0);
        assertThat(first.matters()).isTrue();
        assertThat(first.shown().first().number())
                .as("the update that was lost")
                .isEqualTo(5);
        assertThat(first.shown().second().number()).isEqualTo(6);
        assertThat(races(steps()).get(0)).isEqualTo("the failure depends on:");
    }

    /** What the thread looked at before it failed came one after the other, by luck. */
    @Test
    void aLostUpdateOfAnotherObjectTellsMore() throws IOException {
        String other = "demo.Account#4";
        text.append("thread\t5\tother\tjava.lang.Thread#5\n");
        started();
        step(1, START, "5", 0, "");
        step(2, READ, other, 0, "null");
        step(5, READ, other, 0, "null");
        step(2, WRITE, other, 1, "null");
        step(5, WRITE, other, 1, "null");
        increment(2, 0, 1);
        increment(5, 1, 2);
        step(1, FUTURE_GET, "java.util.concurrent.FutureTask#9", 0, "null");
        step(1, READ, 2);
        step(1, THROW, "", 0, "java.lang.AssertionError#7");
        thrown(1, "java.lang.AssertionError: some were lost");
        Races.Contest first = Races.in(steps()).contests().get(0);
        assertThat(first.matters()).isTrue();
        assertThat(first.shown().first().number()).isEqualTo(4);
        assertThat(first.shown().second().number()).isEqualTo(5);
    }

    @Test
    void theTableEndsWhereTheThreadFailedAlsoIfTheJvmThrew() throws IOException {
        started();
        step(2, WRITE, 5);
        step(1, READ, 5);
        step(1, SET_OPEN, 5);
        step(2, READ, 5);
        step(2, READ, 5);
        thrown(1, "java.lang.NullPointerException: x\\n\\tat demo.Account.add(Account.java:5)\\n");
        assertThat(tableToTheEnd(steps()))
                .endsWith(
                        "   2  Account.java:5  ! reads Account#3.balance: 5 (of worker, 1)",
                        "      ^ main failed here",
                        "      … 3 steps");
    }

    @Test
    void whatCameTooLateIsShownBehindTheFailure() throws IOException {
        started();
        step(1, READ, 0);
        step(1, THROW, "", 0, "java.lang.IllegalStateException#7");
        thrown(1, "java.lang.IllegalStateException");
        step(2, NAME, ACCOUNT, 0, "\"Smith\"");
        step(2, WRITE, 5);
        assertThat(tableToTheEnd(steps()))
                .last()
                .asString()
                .startsWith("   4  Account.java:6 ")
                .endsWith("! writes Account#3.balance = 5");
    }

    @Test
    void aTestFailsWhereItsExceptionWasThrownFirst() throws IOException {
        started();
        step(1, THROW, "", 0, "demo.Failed#7");
        step(1, NAME, ACCOUNT, 0, "\"Smith\"");
        step(1, THROW, "", 0, "demo.Failed#8");
        step(1, NAME, ACCOUNT, 0, "\"Smith\"");
        step(1, THROW, "", 0, "demo.Failed#8");
        text.append("test\t1\t2\t" + number + "\tATest.adds\tdemo.Failed: 1 is not 2\n");
        step(1, NAME, ACCOUNT, 0, "\"Smith\"");
        Failure failure = steps().failure().orElseThrow();
        assertThat(failure.step().orElseThrow().number()).isEqualTo(3);
        assertThat(failure.title(steps().threads())).isEqualTo("test ATest.adds failed:");
    }

    @Test
    void theInitialisationOfAClassOrders() throws IOException {
        started();
        step(2, SET_RATE, "", 4, "null");
        step(2, INITIALISED, "", 0, "null");
        step(1, GET_RATE, "", 4, "null");
        assertThat(Races.in(steps()).all()).isEmpty();
    }

    @Test
    void whatIsRepeatedIsShownOnce() throws IOException {
        started();
        for (int i = 0; i < 35; i++) {
            step(2, READ, 0);
            step(1, NAME, ACCOUNT, 0, "\"Smith\"");
        }
        step(1, WRITE, 1);
        assertThat(table(steps()))
                .containsExactly(
                        "step  line            main                           worker",
                        "   0                    starts 'worker'",
                        "      … 34 times the same as the next step",
                        "  69  Account.java:5                                 ! reads Account#3.balance: 0",
                        "      … 1 step",
                        "  71  Account.java:6  ! writes Account#3.balance = 1");
    }

    @Test
    void objectsOfOneKindAreOneRace() throws IOException {
        started();
        for (int object = 5; object < 8; object++) {
            step(1, ADD, "java.util.ArrayList#" + object, 0, "null");
            step(2, ADD, "java.util.ArrayList#" + object, 0, "null");
        }
        assertThat(races(steps()).get(0))
                .isEqualTo("race on java.util.ArrayList#5 and 2 more objects, 3 times, one of them:");
        assertThat(new StepText(steps(), Races.in(steps()), UnaryOperator.identity(), false, 0).pairs(step -> true))
                .hasSize(3);
    }

    @Test
    void threadsOfOneNameAreToldApart() throws IOException {
        text.append("thread\t5\tworker\tjava.lang.Thread#5\n");
        step(2, WRITE, 1);
        step(5, WRITE, 1);
        assertThat(table(steps()).get(0)).contains("worker (2)").contains("worker (5)");
    }

    @Test
    void threadsWithoutANameAreCalledSo() throws IOException {
        text.append("thread\t5\t\tjava.lang.VirtualThread#5\n");
        text.append("thread\t6\t\tjava.lang.VirtualThread#6\n");
        step(5, WRITE, 1);
        step(6, WRITE, 1);
        assertThat(table(steps()).get(0)).contains("unnamed (5)").contains("unnamed (6)");
    }

    @Test
    void whoCannotGoOnIsToldWithItsPlace() throws IOException {
        started();
        step(2, AWAIT, "java.util.concurrent.locks.Condition#6", 0, "null");
        List<Standstill> stuck = Standstill.of(steps(), List.of("no thread can go on: 'worker' waits for a Condition"));
        assertThat(new StepText(steps(), Races.in(steps()), UnaryOperator.identity(), false, 0)
                        .standstill(stuck, false))
                .containsExactly(
                        "these threads cannot go on:",
                        "  'worker' waits for a Condition",
                        "    its last step 1, worker at Account.java:41 in demo.Account.await: Condition#6.await()");
        assertThat(new StepText(steps(), Races.in(steps()), UnaryOperator.identity(), false, 0).standstill(stuck, true))
                .first()
                .asString()
                .contains("ended all the same");
    }

    @Test
    void whoWaitsForAConditionHasLeftItsLock() throws IOException {
        String lock = "java.util.concurrent.locks.ReentrantLock#5";
        String condition = "java.util.concurrent.locks.Condition#6";
        started();
        step(1, NEW_CONDITION, lock, 0, "null");
        step(1, NEW_CONDITION_RESULT, "", 0, condition);
        step(1, LOCK, lock, 0, "null");
        step(1, AWAIT, condition, 0, "null");
        step(2, LOCK, lock, 0, "null");
        step(2, UNLOCK, lock, 0, "null");
        step(1, READ, 0);
        step(1, UNLOCK, lock, 0, "null");
        Steps steps = steps();
        List<Step> kept = steps.kept();
        assertThat(Locks.after(steps).holds())
                .containsExactly(
                        new Locks.Span(kept.get(3), kept.get(4)),
                        new Locks.Span(kept.get(5), kept.get(6)),
                        new Locks.Span(kept.get(7), kept.get(8)));
    }

    @Test
    void whoWaitsToBeNotifiedHasLeftTheMonitor() throws IOException {
        started();
        step(1, ENTER, 0);
        step(1, WAIT, 0);
        step(2, ENTER, 0);
        step(2, EXIT, 0);
        step(1, EXIT, 0);
        Steps steps = steps();
        List<Step> kept = steps.kept();
        assertThat(Locks.after(steps).holds())
                .containsExactly(
                        new Locks.Span(kept.get(1), kept.get(2)),
                        new Locks.Span(kept.get(3), kept.get(4)),
                        new Locks.Span(kept.get(5), kept.get(5)));
    }
}
