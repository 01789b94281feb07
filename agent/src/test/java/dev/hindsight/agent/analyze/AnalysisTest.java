package dev.hindsight.agent.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.agent.patch.Facts;
import java.io.IOException;
import java.io.InputStream;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnalysisTest {
    private static final List<Object> ALL = new ArrayList<>();

    static class Settled {
        int value;

        Settled(int value) {
            this.value = value;
        }
    }

    /** Written on both ways, with the object on the stack meanwhile. */
    static class SettledByChoice {
        int value;

        SettledByChoice(int value) {
            this.value = value > 0 ? value : -value;
        }
    }

    static class SettledInLoop {
        int value;

        SettledInLoop(int[] values) {
            for (int each : values) {
                value += each;
            }
            ALL.add(this);
        }
    }

    static class SettledAfterOwnMethod {
        int value;

        SettledAfterOwnMethod() {
            int found = find();
            value = found;
        }

        private int find() {
            return ALL.size();
        }
    }

    static class SettledBelow extends Settled {
        int own;

        SettledBelow() {
            super(1);
            own = 2;
        }
    }

    static class SettledByAnother {
        int value;

        SettledByAnother() {
            this(3);
        }

        SettledByAnother(int value) {
            this.value = value;
        }
    }

    static class SettledBelowOneOfJdk extends AbstractList<String> {
        int value;

        SettledBelowOneOfJdk(int value) {
            this.value = value;
        }

        @Override
        public String get(int index) {
            return "";
        }

        @Override
        public int size() {
            return 0;
        }
    }

    static class Escaped {
        int value;

        Escaped() {
            ALL.add(this);
            value = 1;
        }
    }

    static class EscapedInLoop {
        int value;

        EscapedInLoop() {
            for (int i = 0; i < 2; i++) {
                value = i;
                ALL.add(this);
            }
        }
    }

    static class EscapedByChoice {
        int value;

        EscapedByChoice(Object other) {
            ALL.add(other == null ? this : other);
            value = 1;
        }
    }

    static class EscapedByVariable {
        int value;

        EscapedByVariable(boolean shown) {
            Object seen = this;
            if (shown) {
                seen = "";
            }
            ALL.add(seen);
            value = 1;
        }
    }

    static class EscapedByLambda {
        int value;

        EscapedByLambda() {
            Runnable shown = () -> ALL.add(this);
            shown.run();
            value = 1;
        }
    }

    static class EscapedByMethod {
        int value;

        EscapedByMethod() {
            show();
            value = 1;
        }

        private void show() {
            ALL.add(this);
        }
    }

    static class EscapedByArray {
        int value;

        EscapedByArray(Object[] places) {
            places[0] = this;
            value = 1;
        }
    }

    static class EscapedInHandler {
        int value;

        EscapedInHandler() {
            int found;
            try {
                ALL.add(this);
                found = Integer.parseInt("");
            } catch (NumberFormatException e) {
                found = 1;
            }
            value = found;
        }
    }

    static class Open {
        Open() {
            begin();
        }

        void begin() {}
    }

    static class EscapedByParent extends Open {
        int value;

        EscapedByParent() {
            value = 1;
        }

        @Override
        void begin() {
            ALL.add(this);
        }
    }

    static class EscapedByParentOfJdk extends Thread {
        int value;

        EscapedByParentOfJdk() {
            value = 1;
        }
    }

    static class WrittenLater {
        int value;

        void write() {
            value = 1;
        }
    }

    static class WrittenByAnother {
        int value;
    }

    static class WrittenBelow {
        int value;
    }

    static class Writer extends WrittenBelow {
        Writer(WrittenByAnother other) {
            other.value = 1;
            value = 2;
        }
    }

    static class WrittenOnAnother {
        int value;

        WrittenOnAnother(WrittenOnAnother other) {
            value = 1;
            if (other != null) {
                other.value = 2;
            }
        }
    }

    static class Volatile {
        volatile int value;
    }

    static class Statics {
        static int settled = ALL.size();
        static int counted;

        static int next() {
            return counted++;
        }
    }

    /** Names all fields. */
    static class Readers {
        static int sum(SettledBelow below, Settled settled, Volatile changing) {
            return below.value + below.own + settled.value + changing.value + Statics.settled + Statics.counted;
        }
    }

    static class Task implements Runnable {
        @Override
        public void run() {
            helper(1);
        }

        void helper(int value) {
            ALL.add(value);
        }
    }

    static class Base {
        public void run() {
            ALL.clear();
        }

        public void other() {
            ALL.clear();
        }
    }

    static class Below extends Base implements Runnable {}

    interface Sized {
        int size();

        int other();
    }

    abstract static class ListOfProgram extends AbstractList<String> implements Sized {}

    static class Callers {
        static int call(Task task, Base base, Sized sized, Below below) {
            task.run();
            task.helper(1);
            base.run();
            below.other();
            return sized.size() + sized.other() + below.hashCode();
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Settled.class,
                SettledByChoice.class,
                SettledInLoop.class,
                SettledByAnother.class,
                SettledAfterOwnMethod.class,
                SettledBelowOneOfJdk.class
            })
    void fieldsThatOnlyConstructorsWriteAreSettled(Class<?> type) throws IOException {
        assertThat(isKept(type, "value")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Escaped.class,
                EscapedInLoop.class,
                EscapedByChoice.class,
                EscapedByVariable.class,
                EscapedByLambda.class,
                EscapedByMethod.class,
                EscapedByArray.class,
                EscapedInHandler.class,
                EscapedByParent.class,
                EscapedByParentOfJdk.class,
                WrittenLater.class,
                WrittenByAnother.class,
                WrittenBelow.class,
                WrittenOnAnother.class,
                Volatile.class
            })
    void fieldsThatOthersMayBeAboutToReadAreNot(Class<?> type) throws IOException {
        assertThat(isKept(type, "value")).isFalse();
    }

    /** Neither what is no class nor one whose code cannot be read keeps the others from being looked at. */
    @Test
    void damagedClassesArePassedOver() throws IOException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        String name = Settled.class.getName().replace('.', '/');
        byte[] whole = content(Settled.class);
        classes.put(name, whole);
        classes.put("a/Short", new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 61, 0});
        String other = SettledInLoop.class.getName().replace('.', '/');
        byte[] damaged = content(SettledInLoop.class);
        for (int i = damaged.length / 2; i < damaged.length; i++) {
            damaged[i] = (byte) 0xE0;
        }
        classes.put(other, damaged);
        assertThat(Analysis.of(classes).summary()).containsEntry("classes", 1L).containsEntry("fields", 1L);
    }

    @Test
    void inheritedFieldsAreSettledUnderAllNames() throws IOException {
        Facts facts = facts();
        assertThat(facts.has(Facts.CONSTANT, name(SettledBelow.class), "value", "I"))
                .isTrue();
        assertThat(facts.has(Facts.CONSTANT, name(SettledBelow.class), "own", "I"))
                .isTrue();
        assertThat(facts.has(Facts.PLAIN, name(SettledBelow.class), "value", "I"))
                .isTrue();
        assertThat(facts.has(Facts.PLAIN, name(Volatile.class), "value", "I")).isFalse();
        assertThat(facts.has(Facts.CONSTANT, name(Volatile.class), "value", "I"))
                .isFalse();
    }

    @Test
    void staticFieldsAreSettledIfOnlyTheInitialiserWritesThem() throws IOException {
        Facts facts = facts();
        assertThat(facts.has(Facts.CONSTANT, name(Statics.class), "settled", "I"))
                .isTrue();
        assertThat(facts.has(Facts.CONSTANT, name(Statics.class), "counted", "I"))
                .isFalse();
    }

    @Test
    void methodsThatTheJdkDeclaresMayBeCalledByIt() throws IOException {
        assertThat(ends(Task.class, "run", "()V")).isFalse();
        assertThat(ends(Task.class, "helper", "(I)V")).isTrue();
    }

    @Test
    void methodsThatAClassBelowOffersToTheJdkMayBeCalledByIt() throws IOException {
        assertThat(ends(Base.class, "run", "()V")).isFalse();
        assertThat(ends(Base.class, "other", "()V")).isTrue();
    }

    @Test
    void callsAreOpenIfOnlyTheProgramCanBeBehindThem() throws IOException {
        Facts facts = facts();
        assertThat(facts.has(Facts.OPEN, name(Task.class), "helper", "(I)V")).isTrue();
        assertThat(facts.has(Facts.OPEN, name(Base.class), "run", "()V")).isTrue();
        assertThat(facts.has(Facts.OPEN, name(Below.class), "other", "()V")).isTrue();
        assertThat(facts.has(Facts.OPEN, name(Sized.class), "other", "()I")).isTrue();
        assertThat(facts.has(Facts.OPEN, name(Sized.class), "size", "()I")).isFalse();
        assertThat(facts.has(Facts.OPEN, name(Below.class), "hashCode", "()I")).isFalse();
    }

    @Test
    void aClassIsCoveredWithItsContentOnly() throws IOException {
        Facts facts = facts();
        byte[] content = content(Settled.class);
        assertThat(facts.covers(name(Settled.class), content)).isTrue();
        content[content.length - 1]++;
        assertThat(facts.covers(name(Settled.class), content)).isFalse();
        assertThat(facts.names(name(Settled.class))).isTrue();
        assertThat(facts.names("java/lang/String")).isFalse();
    }

    @Test
    void aClassWithoutItsParentIsNotOfTheProgram() throws IOException {
        Map<String, byte[]> classes = Map.of(name(Below.class), content(Below.class));
        assertThat(Analysis.of(classes).facts().names(name(Below.class))).isFalse();
    }

    private static boolean isKept(Class<?> type, String field) throws IOException {
        return facts().isKept(name(type), field, "I");
    }

    private static boolean ends(Class<?> type, String method, String descriptor) throws IOException {
        return facts().has(Facts.ENDS, name(type), method, descriptor);
    }

    private static Facts facts() throws IOException {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (Class<?> type : AnalysisTest.class.getDeclaredClasses()) {
            classes.put(name(type), content(type));
        }
        return Analysis.of(classes).facts();
    }

    private static byte[] content(Class<?> type) throws IOException {
        try (InputStream in =
                type.getResourceAsStream(type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class")) {
            return in.readAllBytes();
        }
    }

    private static String name(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
