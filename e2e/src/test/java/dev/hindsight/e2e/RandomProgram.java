package dev.hindsight.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Writes a small concurrent program at random; the same seed always makes the same one.
 *
 * <p>Two to five threads read and write shared fields, elements of an array, atomics and queues, inside and outside of locks,
 * and those of every third program interrupt each other. Everything a thread sees goes into its trace, and the program prints the traces and what the shared
 * state is at the end. Every program ends: locks are taken in the order of their numbers, what else blocks does so for some
 * milliseconds, and only loops that do not block are long.
 */
final class RandomProgram {
    /** Locks 0, 2 and 4 are monitors, the others are not. */
    private static final int LOCKS = 5;

    private static final int PARTS = 2;
    private static final int MOST_ROUNDS_THAT_BLOCK = 6;

    private static final String BEGINNING =
            """
            import java.util.Arrays;
            import java.util.concurrent.ArrayBlockingQueue;
            import java.util.concurrent.BlockingQueue;
            import java.util.concurrent.LinkedBlockingQueue;
            import java.util.concurrent.TimeUnit;
            import java.util.concurrent.atomic.AtomicInteger;
            import java.util.concurrent.locks.ReentrantLock;

            /** %d threads that do things at random; made by RandomProgram from the seed %d. */
            public class %s {
                private static final Object LOCK_0 = new Object();
                private static final ReentrantLock LOCK_1 = new ReentrantLock();
                private static final Object LOCK_2 = new Object();
                private static final ReentrantLock LOCK_3 = new ReentrantLock(true);
                private static final Object LOCK_4 = new Object();
                private static final BlockingQueue<Integer> QUEUE_0 = new ArrayBlockingQueue<>(2);
                private static final BlockingQueue<Integer> QUEUE_1 = new LinkedBlockingQueue<>(3);
                private static final AtomicInteger ATOMIC_0 = new AtomicInteger();
                private static final AtomicInteger ATOMIC_1 = new AtomicInteger(1);
                private static final int[] CELLS = {1, 2, 3, 4};
                private static final Thread[] THREADS = new Thread[%1$d];
                private static final int[] TRACES = new int[THREADS.length];
                private static int field0 = 5;
                private static int field1 = 6;
                private static volatile int field2 = 7;

                public static void main(String[] args) throws InterruptedException {
                    for (int i = 0; i < THREADS.length; i++) {
                        int number = i;
                        THREADS[i] = new Thread(() -> run(number));
                    }
                    for (Thread thread : THREADS) {
                        thread.start();
                    }
                    for (Thread thread : THREADS) {
                        thread.join();
                    }
                    System.out.println(field0 + " " + field1 + " " + field2 + " " + Arrays.toString(CELLS) + " " + ATOMIC_0
                            + " " + ATOMIC_1 + " " + QUEUE_0 + " " + QUEUE_1 + " " + Arrays.toString(TRACES));
                }

                private static void trace(int number, int value) {
                    TRACES[number] = mix(TRACES[number], value);
                }

                private static int mix(int one, int two) {
                    return one * 31 + two;
                }

                private static void run(int number) {
                    for (int part = 0; part < %d; part++) {
                        try {
                            run(number, part);
                        } catch (InterruptedException e) {
                            trace(number, part);
                        }
                    }
                }

            """;

    private final long seed;
    private final Random random;
    private final int threads;
    private final StringBuilder text = new StringBuilder();
    private int indentation = 1;
    private int variables;

    /** The thread whose code is being written. */
    private int thread;

    private RandomProgram(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
        this.threads = 2 + random.nextInt(4);
    }

    /** Writes the program of a seed below {@code root}, where it is read like those made by hand. */
    static Program write(Path root, int seed) throws IOException {
        String name = name(seed);
        Path folder = Files.createDirectories(root.resolve(name));
        Files.writeString(folder.resolve(name + ".java"), new RandomProgram(seed).text(name));
        return Program.read(folder);
    }

    static String name(int seed) {
        return "Random%03d".formatted(seed);
    }

    private String text(String name) {
        text.append(BEGINNING.formatted(threads, seed, name, PARTS));
        open("private static void run(int number, int part) throws InterruptedException");
        open("switch (number * " + PARTS + " + part)");
        for (int i = 0; i < threads * PARTS; i++) {
            line((i == threads * PARTS - 1 ? "default" : "case " + i) + " -> part" + i + "();");
        }
        close();
        close();
        for (int i = 0; i < threads * PARTS; i++) {
            thread = i / PARTS;
            text.append('\n');
            open("private static void part" + i + "() throws InterruptedException");
            block(new Place(-1, 1, 3));
            close();
        }
        indentation = 0;
        line("}");
        return text.toString();
    }

    /**
     * Where a statement stands.
     *
     * @param held the highest of the locks that are held; -1 for none
     * @param rounds how often the statement is run
     * @param depth how many more statements may be around those inside
     */
    private record Place(int held, int rounds, int depth) {
        Place inLock(int lock) {
            return new Place(lock, rounds, depth - 1);
        }

        Place inLoop(int more) {
            return new Place(held, rounds * more, depth - 1);
        }

        Place inside() {
            return inLoop(1);
        }

        boolean mayBlock() {
            return rounds <= MOST_ROUNDS_THAT_BLOCK;
        }
    }

    private void block(Place place) {
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            statement(place);
        }
    }

    private void statement(Place place) {
        int kind = random.nextInt(10);
        if (place.depth > 0 && kind < 5) {
            compound(place);
        } else if (place.mayBlock() && kind < 8) {
            blocking(place);
        } else {
            simple();
        }
    }

    private void compound(Place place) {
        switch (random.nextInt(6)) {
            case 0, 1 -> locked(place);
            case 2 -> {
                open("if ((" + value() + " & " + (1 + random.nextInt(3)) + ") == 0)");
                block(place.inside());
                close();
                open("else");
                block(place.inside());
                close();
            }
            case 3 -> {
                open("try");
                block(place.inside());
                open("if (" + value() + " % 3 == 0)");
                line("throw new IllegalStateException();");
                close();
                close();
                open("catch (IllegalStateException e" + variables++ + ")");
                block(place.inside());
                close();
            }
            case 4 -> loop(place, 2 + random.nextInt(3));
            default -> hotLoop();
        }
    }

    private void locked(Place place) {
        int lock = place.held + 1 + random.nextInt(2);
        if (lock >= LOCKS) {
            simple();
            return;
        }
        if (lock % 2 == 0) {
            open("synchronized (LOCK_" + lock + ")");
            block(place.inLock(lock));
            close();
            return;
        }
        if (random.nextInt(3) == 0 && place.mayBlock()) {
            open("if (LOCK_" + lock + ".tryLock(" + random.nextInt(3) + ", TimeUnit.MILLISECONDS))");
        } else {
            line("LOCK_" + lock + ".lock();");
            open("");
        }
        open("try");
        block(place.inLock(lock));
        close();
        open("finally");
        line("LOCK_" + lock + ".unlock();");
        close();
        close();
    }

    private void loop(Place place, int rounds) {
        open(loopHead(rounds));
        block(place.inLoop(rounds));
        close();
    }

    /** Long enough for turns to end in it. */
    private void hotLoop() {
        open(loopHead(1_000 + random.nextInt(30_000)));
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            simple();
        }
        close();
    }

    private String loopHead(int rounds) {
        String variable = "i" + variables++;
        return "for (int " + variable + " = 0; " + variable + " < " + rounds + "; " + variable + "++)";
    }

    private void simple() {
        switch (random.nextInt(7)) {
            case 0 -> line(variable() + " = mix(" + value() + ", " + value() + ");");
            case 1 -> line(variable() + "++;");
            case 2 -> line("CELLS[" + value() + " & 3] += " + random.nextInt(10) + ";");
            case 3 -> line(atomic() + ".addAndGet(" + value() + ");");
            case 4 ->
                line("trace(" + thread + ", " + atomic() + ".compareAndSet(" + value() + ", " + value()
                        + ") ? 1 : 0);");
            default -> line("trace(" + thread + ", " + value() + ");");
        }
    }

    private void blocking(Place place) {
        switch (random.nextInt(7)) {
            case 0 -> line("Thread.sleep(" + random.nextInt(4) + ");");
            case 1 -> line("Thread.yield();");
            case 2 -> line("trace(" + thread + ", " + queue() + ".offer(" + value() + ", " + millis() + ") ? 1 : 0);");
            case 3 -> {
                String taken = "taken" + variables++;
                line("Integer " + taken + " = " + queue() + ".poll(" + millis() + ");");
                line("trace(" + thread + ", " + taken + " == null ? 0 : " + taken + ");");
            }
            case 4 -> line(seed % 3 == 0 ? "THREADS[" + random.nextInt(threads) + "].interrupt();" : "Thread.yield();");
            default -> waitOrNotify(place.held);
        }
    }

    /** A thread waits only in the highest of its locks, so that it gets it again in the order of numbers. */
    private void waitOrNotify(int held) {
        if (held < 0 || held % 2 == 1) {
            line("Thread.onSpinWait();");
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> line("LOCK_" + held + ".notify();");
            case 1 -> line("LOCK_" + held + ".notifyAll();");
            default -> line("LOCK_" + held + ".wait(" + (1 + random.nextInt(3)) + ");");
        }
    }

    private String variable() {
        return random.nextBoolean() ? "field" + random.nextInt(3) : "CELLS[" + random.nextInt(4) + "]";
    }

    private String value() {
        return switch (random.nextInt(4)) {
            case 0 -> atomic() + ".get()";
            case 1 -> "TRACES[" + thread + "]";
            default -> variable();
        };
    }

    private String atomic() {
        return "ATOMIC_" + random.nextInt(2);
    }

    private String queue() {
        return "QUEUE_" + random.nextInt(2);
    }

    private String millis() {
        return random.nextInt(3) + ", TimeUnit.MILLISECONDS";
    }

    private void open(String head) {
        line(head.isEmpty() ? "{" : head + " {");
        indentation++;
    }

    private void close() {
        indentation--;
        line("}");
    }

    private void line(String line) {
        text.append("    ".repeat(indentation)).append(line).append('\n');
    }
}
