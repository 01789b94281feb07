package dev.hindsight.bench.baseline;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Light's log of one thread: which write each of its reads saw.
 *
 * <p>Every location has a word with its last write, {@code thread << 40 | access}; 0 is the initial value. Who writes
 * holds the location's stripe and sets the word to {@link #BUSY}, stores the value, then sets the word to itself. A
 * reader takes the word, the value and the word again. The paper sets the word only after the value, and a reader
 * between the two would name the old writer for the new value; with {@code BUSY} in between, two equal words mean that
 * the value is that write's. A reader that finds something else reads under the stripe, once.
 *
 * <p>An entry is a run: a location, a write and the first and last of a thread's reads that saw it (the paper's prec,
 * with its end, which the schedule needs). With O1, it may be an own run instead: from the first of the thread's writes
 * to the last of its reads of them, nobody else having read or written between. To know the latter, the first foreign
 * reader of a write marks the word as {@link #SEEN}, under the stripe. The paper does not say how it finds out.
 *
 * <p>Open runs are in a table of limited size, where they push each other out, which costs entries and nothing else. A
 * chunk ends all of them, so that what is written is complete up to there.
 *
 * <p>Payload: entries of {@code object + 1, slot (signed), writer, first (signed, difference to the entry before), last
 * - first}; writer is 0 for an own run, 1 for the initial value, otherwise thread + 1 and then the access. An entry with
 * 0 for the object is a hint: access, then microseconds, both as differences to the hint before.
 */
public final class LightLog extends ThreadLog {
    public static final int THREAD_SHIFT = 40;
    /** The writer in an entry that is an own run. */
    public static final int OWN_RUN = 0;

    /** The writer in an entry whose reads saw the initial value. */
    public static final int INITIAL = 1;

    static final long BUSY = -1;
    static final long SEEN = 1L << 62;

    private static final long OWN = -2;
    private static final int HINT_INTERVAL = 1 << 10;
    private static final int CHUNK = 1 << 22;
    private static final int RUNS = 1 << 16;
    private static final int LONGEST_ENTRY = 50;
    private static final int STRIPES = 1 << 10;
    private static final SpinLock[] LOCKS = new SpinLock[STRIPES];

    /** Where the parts of an open run are in the table; eight longs are one line of the processor's cache. */
    private static final int RUN_SHIFT = 3;

    private static final int OBJECT = 0;
    private static final int SLOT = 1;
    private static final int WRITER = 2;
    private static final int FIRST = 3;
    private static final int LAST = 4;

    static {
        Arrays.setAll(LOCKS, i -> new SpinLock());
    }

    /** What a thread needs much memory for; many short threads take it from each other. */
    private static final class Space {
        private static final Deque<Space> FREE = new ArrayDeque<>();

        final long[] table = new long[RUNS << RUN_SHIFT];
        final VarBuffer chunk = new VarBuffer(CHUNK + RUNS * LONGEST_ENTRY);

        static Space take() {
            synchronized (FREE) {
                return FREE.isEmpty() ? new Space() : FREE.pop();
            }
        }

        void free() {
            synchronized (FREE) {
                FREE.push(this);
            }
        }
    }

    private final LogFile file;
    private final boolean runs;
    private final int chunkBytes;
    private final long self = (long) number << THREAD_SHIFT;
    private final Space space = Space.take();
    private final long[] table = space.table;
    private final VarBuffer chunk = space.chunk;
    private long counter;
    private long firstBefore;
    private long hintCounter;
    private long hintMicros;
    private boolean closed;

    LightLog(LogFile file, boolean runs) {
        this(file, runs, CHUNK);
    }

    /** @param chunkBytes at how many a chunk is ended; no more than usual */
    LightLog(LogFile file, boolean runs, int chunkBytes) {
        this.file = file;
        this.runs = runs;
        this.chunkBytes = chunkBytes;
    }

    /** Used by generated code, as are the public methods below. */
    public static LightLog log() {
        return (LightLog) ThreadLog.current();
    }

    public static void lock(int stripe) {
        LOCKS[stripe & STRIPES - 1].lock();
    }

    public static void unlock(int stripe) {
        LOCKS[stripe & STRIPES - 1].unlock();
    }

    /** Whether a value between two looks at a word is that of the write it names, and nothing is to be marked. */
    public boolean settled(long before, long after) {
        return before == after && before != BUSY && (!runs || before == seen(before));
    }

    /** The word that a reader leaves behind, under the stripe. */
    public long seen(long word) {
        return runs && word != 0 && (word & ~SEEN) >>> THREAD_SHIFT != number ? word | SEEN : word;
    }

    /** The next access is a write: its word. */
    public long next() {
        advance();
        return self | counter;
    }

    /** Names the thread's last access. */
    long lastAccess() {
        return self | counter;
    }

    public void read(long object, int slot, long word) {
        advance();
        int run = run(object, slot);
        if (table[run + FIRST] != 0 && table[run + OBJECT] == object && table[run + SLOT] == slot) {
            long writer = table[run + WRITER];
            if (writer == (word & ~SEEN) || writer == OWN && isOwn(word)) {
                table[run + LAST] = counter;
                return;
            }
        }
        open(run, object, slot, word & ~SEEN, counter);
    }

    /** After {@link #next}; the word is the one that was replaced. */
    public void wrote(long object, int slot, long old) {
        if (!runs) {
            return;
        }
        int run = run(object, slot);
        boolean goesOn = table[run + WRITER] == OWN
                && isOwn(old)
                && table[run + OBJECT] == object
                && table[run + SLOT] == slot
                && table[run + FIRST] != 0;
        if (!goesOn) {
            open(run, object, slot, OWN, 0);
        }
    }

    private boolean isOwn(long word) {
        return word >>> THREAD_SHIFT == number;
    }

    private void advance() {
        if (++counter % HINT_INTERVAL == 0) {
            hint();
            endFullChunk();
        }
    }

    private static int run(long object, int slot) {
        long hash = (object * 31 + slot) * 0x9E3779B97F4A7C15L;
        return (int) (hash >>> 64 - Integer.numberOfTrailingZeros(RUNS)) << RUN_SHIFT;
    }

    /** @param last 0 for an own run without a read, which is not worth an entry: the paper drops blind writes */
    private void open(int run, long object, int slot, long writer, long last) {
        if (table[run + FIRST] != 0) {
            end(run);
            endFullChunk();
        }
        table[run + OBJECT] = object;
        table[run + SLOT] = slot;
        table[run + WRITER] = writer;
        table[run + FIRST] = counter;
        table[run + LAST] = last;
    }

    private void end(int run) {
        long first = table[run + FIRST];
        long last = table[run + LAST];
        table[run + FIRST] = 0;
        if (last == 0) {
            return;
        }
        chunk.put(table[run + OBJECT] + 1);
        chunk.putSigned(table[run + SLOT]);
        putWriter(table[run + WRITER]);
        chunk.putSigned(first - firstBefore);
        chunk.put(last - first);
        firstBefore = first;
    }

    private void putWriter(long writer) {
        if (writer == OWN) {
            chunk.put(OWN_RUN);
        } else if (writer == 0) {
            chunk.put(INITIAL);
        } else {
            chunk.put((writer >>> THREAD_SHIFT) + 1);
            chunk.put(writer & (1L << THREAD_SHIFT) - 1);
        }
    }

    private void hint() {
        long micros = System.nanoTime() / 1000;
        chunk.put(0);
        chunk.put(counter - hintCounter);
        chunk.put(micros - hintMicros);
        hintCounter = counter;
        hintMicros = micros;
    }

    /** The access that is under way belongs to the next. */
    private void endFullChunk() {
        if (chunk.length() > chunkBytes) {
            endChunk(counter - 1);
        }
    }

    /** What is in a chunk does not refer to the one before. */
    private void endChunk(long covered) {
        for (int run = 0; run < table.length; run += 1 << RUN_SHIFT) {
            if (table[run + FIRST] != 0) {
                end(run);
            }
        }
        hint();
        file.append(number, covered, chunk);
        firstBefore = 0;
        hintCounter = 0;
        hintMicros = 0;
        hint();
    }

    @Override
    synchronized void close() {
        if (!closed) {
            closed = true;
            // The end is a write as well, which whoever joins reads.
            counter++;
            endChunk(counter);
            chunk.clear();
            space.free();
        }
    }

    @Override
    public void acquired(Object monitor) {
        Shadow shadow = shadow(monitor);
        read(shadow.id, Shadow.MONITOR, shadow.monitor);
    }

    @Override
    public void releasing(Object monitor) {
        Shadow shadow = shadow(monitor);
        long old = shadow.monitor;
        shadow.monitor = next();
        wrote(shadow.id, Shadow.MONITOR, old);
    }

    @Override
    void notifies(Object monitor) {
        Shadow shadow = shadow(monitor);
        long old = shadow.notified;
        shadow.notified = next();
        wrote(shadow.id, Shadow.NOTIFY, old);
    }

    @Override
    void notified(Object monitor) {
        Shadow shadow = shadow(monitor);
        shadow.notified = seen(shadow.notified);
        read(shadow.id, Shadow.NOTIFY, shadow.notified);
    }

    @Override
    void starts(Thread thread) {
        Shadow shadow = shadow(thread);
        shadow.started = next();
        wrote(shadow.id, Shadow.START, 0);
    }

    @Override
    void begins(Thread thread) {
        Shadow shadow = shadow(thread);
        hint();
        read(shadow.id, Shadow.START, shadow.started);
    }

    @Override
    void joined(Thread thread, ThreadLog ended) {
        ended.close();
        LightLog log = (LightLog) ended;
        read(shadow(thread).id, Shadow.END, log.self | log.counter);
    }
}
