package dev.hindsight.agent.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;

final class ThreadStartsTest {
    static final class Own extends Thread {}

    static final class Starts {
        void run(Own thread) {
            thread.start();
        }
    }

    static final class Submits {
        void run(ExecutorService pool, Runnable task) {
            pool.submit(task);
        }
    }

    static final class Streams {
        long count(List<String> list) {
            return list.parallelStream().count();
        }
    }

    static final class Shares {
        final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();

        String get(String key) {
            return map.get(key);
        }
    }

    @Test
    void classesThatStartThreadsAreSeen() throws IOException {
        for (Class<?> type : new Class<?>[] {Starts.class, Submits.class, Streams.class}) {
            assertThat(ThreadStarts.isIn(ClassPatcherTest.bytes(type)))
                    .as(type.getSimpleName())
                    .isTrue();
        }
    }

    @Test
    void othersAreLeftAlone() throws IOException {
        assertThat(ThreadStarts.isIn(ClassPatcherTest.bytes(Shares.class))).isFalse();
    }
}
