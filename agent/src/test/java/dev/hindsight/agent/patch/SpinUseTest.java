package dev.hindsight.agent.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class SpinUseTest {
    static final class Own {
        volatile boolean done;

        int await() {
            int looks = 0;
            while (!done) {
                looks++;
            }
            return looks;
        }
    }

    static final class Foreign {
        void await(Own own) {
            int looks = 0;
            while (!own.done) {
                looks++;
            }
        }
    }

    static final class Atomic {
        void await(AtomicBoolean done) {
            while (!done.get()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Its loop calls code of the program, in which a thread can wait. */
    static final class Calling {
        void await(AtomicBoolean done) {
            while (!done.get()) {
                new Own().await();
            }
        }
    }

    static final class Once {
        volatile boolean done;
        int count;

        int sum(int[] values) {
            for (int value : values) {
                count += value;
            }
            return done ? count : 0;
        }
    }

    /** Walks through a list. */
    static final class List {
        Own own;
        List next;

        boolean isDone(List first) {
            for (List list = first; list != null; list = list.next) {
                if (list.own.done) {
                    return true;
                }
            }
            return false;
        }
    }

    @Test
    void loopsThatLookAreSeen() throws IOException {
        for (Class<?> type : new Class<?>[] {Own.class, Foreign.class, Atomic.class}) {
            assertThat(SpinUse.isIn(ClassPatcherTest.bytes(type)))
                    .as(type.getSimpleName())
                    .isTrue();
        }
    }

    @Test
    void otherLoopsAreLeftAlone() throws IOException {
        for (Class<?> type : new Class<?>[] {Calling.class, Once.class, List.class}) {
            assertThat(SpinUse.isIn(ClassPatcherTest.bytes(type)))
                    .as(type.getSimpleName())
                    .isFalse();
        }
    }
}
