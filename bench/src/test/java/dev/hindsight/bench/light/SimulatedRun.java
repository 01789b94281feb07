package dev.hindsight.bench.light;

import dev.hindsight.bench.baseline.SimulatedMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A random run of threads that read and write locations, some of them under a lock; knows which read saw which write. */
final class SimulatedRun {
    /** A read names the write it saw; a write names itself. */
    private record Access(int location, boolean write, long writer) {}

    private final Random random;
    private final SimulatedMemory memory;
    private final int threads;
    private final int locations;
    private final Map<Integer, List<Access>> programs = new HashMap<>();
    /** Which thread holds the lock, which is the last location; -1 if none. */
    private int holder = -1;

    SimulatedRun(Path file, long seed, boolean runs, int chunkBytes, int accesses) throws IOException {
        random = new Random(seed);
        threads = 2 + random.nextInt(5);
        locations = 2 + random.nextInt(6);
        memory = new SimulatedMemory(file, threads, locations, runs, chunkBytes);
        int burst = 1 + random.nextInt(6);
        int writesOfTen = 1 + random.nextInt(6);
        for (int done = 0; done < accesses; ) {
            int thread = random.nextInt(threads);
            for (int i = random.nextInt(burst); i >= 0; i--, done++) {
                step(thread, random.nextInt(10) < writesOfTen);
            }
        }
        memory.close();
    }

    private void step(int thread, boolean write) {
        int lock = locations - 1;
        int location = random.nextInt(locations);
        if (location != lock) {
            access(thread, location, write);
        } else if (holder == thread) {
            holder = -1;
            access(thread, lock, true);
        } else if (holder < 0) {
            holder = thread;
            access(thread, lock, false);
        }
    }

    private void access(int thread, int location, boolean write) {
        long writer = write ? memory.write(thread, location) : memory.read(thread, location);
        programs.computeIfAbsent(memory.number(thread), number -> new ArrayList<>())
                .add(new Access(location, write, writer));
    }

    /** Runs the threads again in the order of a schedule; returns how many reads saw another write than before. */
    int wrongReads(FlowLog log, long[] order, long[] covered) {
        return new Replay(log, covered).run(order);
    }

    /** What the schedule does not name is done as late or as early as its thread's order allows, by chance. */
    private final class Replay {
        private final Set<Long> seenWrites = new HashSet<>();
        private final Set<Long> scheduled = new HashSet<>();
        private final Map<Integer, Integer> done = new HashMap<>();
        private final long[] memoryNow = new long[locations];
        private final FlowLog log;
        private final long[] covered;
        private int wrong;

        Replay(FlowLog log, long[] covered) {
            this.log = log;
            this.covered = covered;
            for (int row = 0; row < log.size(); row++) {
                long end = log.ownRun(row) ? log.last(row) : log.writer(row);
                for (long write = log.writer(row); write <= end; write++) {
                    seenWrites.add(location(write) == log.object(row) ? write : log.writer(row));
                }
            }
        }

        private long location(long id) {
            List<Access> program = programs.get(AccessId.thread(id));
            return program == null
                    ? -1
                    : program.get((int) AccessId.access(id) - 1).location();
        }

        int run(long[] order) {
            for (long id : order) {
                scheduled.add(id);
            }
            for (long id : order) {
                until(AccessId.thread(id), AccessId.access(id));
                if (random.nextBoolean()) {
                    withoutSchedule(AccessId.thread(id));
                }
            }
            programs.forEach((thread, program) -> until(thread, program.size()));
            return wrong;
        }

        private void withoutSchedule(int thread) {
            int next = done.getOrDefault(thread, 0) + 1;
            while (next <= programs.get(thread).size() && !scheduled.contains(AccessId.of(thread, next))) {
                until(thread, next++);
            }
        }

        private void until(int thread, long access) {
            long end = Math.min(access, thread < covered.length ? covered[thread] : 0);
            for (int i = done.getOrDefault(thread, 0);
                    i < Math.min(end, programs.get(thread).size());
                    i++) {
                perform(programs.get(thread).get(i));
            }
            done.merge(thread, (int) end, Math::max);
        }

        /** As the paper does, blind writes are left out. */
        private void perform(Access access) {
            if (!access.write()) {
                wrong += memoryNow[access.location()] == access.writer() ? 0 : 1;
            } else if (seenWrites.contains(access.writer())) {
                memoryNow[access.location()] = access.writer();
            }
        }
    }
}
