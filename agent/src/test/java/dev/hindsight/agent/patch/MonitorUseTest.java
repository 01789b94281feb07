package dev.hindsight.agent.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class MonitorUseTest {
    static final class Plain {
        int value;

        void tryToAdd() {
            try {
                value++;
            } finally {
                value--;
            }
        }
    }

    static final class Block {
        int value;

        void add() {
            synchronized (this) {
                value++;
            }
        }
    }

    static final class Method {
        int value;

        synchronized void add() {
            value++;
        }
    }

    static final class Waits {
        void await(Object monitor) throws InterruptedException {
            monitor.wait();
        }
    }

    static final class Looks {
        boolean lives(Thread thread) {
            return thread.isAlive();
        }
    }

    @Test
    void everyWayInWhichThreadsMeetIsSeen() throws IOException {
        for (Class<?> type : new Class<?>[] {Block.class, Method.class, Waits.class, Looks.class}) {
            assertThat(MonitorUse.isIn(ClassPatcherTest.bytes(type)))
                    .as(type.getSimpleName())
                    .isTrue();
        }
    }

    @Test
    void aClassWithoutAnyIsLeftAlone() throws IOException {
        assertThat(MonitorUse.isIn(ClassPatcherTest.bytes(Plain.class))).isFalse();
    }
}
