package dev.hindsight.agent.record;

import dev.hindsight.agent.host.PrivateFiles;
import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.OwnThreads;
import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.ChunkWriter;
import dev.hindsight.trace.ClassStoreWriter;
import dev.hindsight.trace.Lz;
import dev.hindsight.trace.Recording;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes what the sinks hold to disk: when they are full, a few times a second, and at the end.
 *
 * <p>All work happens under this object's lock, on a thread of its own or on the one that ends the program. The first
 * error, or the size limit, gives the recording up: from then on sinks take no more events, and the program goes on. A
 * full heap keeps classes waiting first, and gives the recording up when a log cannot be written.
 */
final class LogWriter implements Runnable {
    /** The part of the heap that rings may take when they grow. */
    private static final int HEAP_SHARE = 16;

    private static final long INTERVAL_NANOS = 200_000_000;
    private static final long WAIT_NANOS = 50_000;
    private static final long ORDERED_NANOS = 500_000_000;

    private final File directory;
    private final long maxSize;
    private final ClassStoreWriter classes;
    private final Runnable before;
    private final byte[] chunk = new byte[1 << 16];
    private final Thrift thrift = new Thrift();
    private final Lz lz = new Lz();
    private final List<Log> logs = new ArrayList<>();
    /** How many there have been, and what those hold whose thread has ended. */
    private int threads;

    /** How far the rings of all threads have grown, and may: they are in the program's heap. */
    private long grown;

    private final long mostGrown = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    private long closedSize;
    private long closedEvents;
    private volatile String stopReason;
    private volatile boolean finished;
    /** Loaded before the heap can be full: even a literal takes room when it is first used. */
    private final String heapFull;

    private long classesSize;
    private boolean classesWait;
    private Thread thread;

    /** What a thread has written and where it goes. */
    private static final class Log {
        final RecordingSink sink;
        final ChunkWriter writer;

        Log(RecordingSink sink, ChunkWriter writer) {
            this.sink = sink;
            this.writer = writer;
        }
    }

    /** @param before what is to be done before anything is written */
    LogWriter(File directory, long maxSize, ClassStoreWriter classes, Runnable before) {
        this.before = before;
        this.directory = directory;
        this.maxSize = maxSize;
        this.classes = classes;
        this.heapFull = "the heap is full";
    }

    void start() {
        thread = OwnThreads.start("hindsight-writer", this);
    }

    @Override
    public void run() {
        while (!finished) {
            try {
                Vm.park(INTERVAL_NANOS);
                flush();
            } catch (OutOfMemoryError e) {
                giveUpFull();
            } catch (Throwable e) {
                // Nobody else would hear of it, and the program is not to see it.
                giveUp(e.toString());
            }
        }
    }

    boolean stopped() {
        return stopReason != null;
    }

    /** Whether the recording has its end: nothing that happens now belongs to it. */
    boolean finished() {
        return finished;
    }

    /** Why the recording was given up, or null. */
    String stopReason() {
        return stopReason;
    }

    /** A thread that starts after the end gets no log: its first event waits for the virtual machine to go. */
    synchronized void add(RecordingSink sink, String threadName) {
        if (finished) {
            return;
        }
        try {
            File file = new File(new File(directory, Recording.THREADS), sink.number() + ".log");
            logs.add(new Log(sink, new ChunkWriter(PrivateFiles.create(file), sink.number(), threadName, lz)));
            threads++;
        } catch (IOException e) {
            giveUp(e.getMessage());
        }
    }

    synchronized int threads() {
        return threads;
    }

    /** How many events the logs hold. */
    synchronized long events() {
        long events = closedEvents;
        for (Log log : logs) {
            events += log.sink.eventsTaken();
        }
        return events;
    }

    /** A sink fills up; the writer should come before it is full. */
    void call() {
        Vm.unpark(thread);
    }

    /** Called by a sink that is full: returns when the writer has got to this position or has given up. */
    void awaitRoom(RecordingSink sink, long position) {
        while (sink.taken() < position && stopReason == null && !finished) {
            if (thread != null && thread.isAlive() && Thread.currentThread() != thread) {
                Vm.unpark(thread);
                Vm.park(WAIT_NANOS);
            } else {
                flush();
            }
        }
        if (stopReason != null || finished) {
            sink.taken(Long.MAX_VALUE / 2);
        }
    }

    /** Called by a sink that is full; whether it has room now for this many bytes. */
    synchronized boolean grow(RecordingSink sink, int needed) {
        int size = sink.grown();
        try {
            return sink.grow(needed, mostGrown - grown);
        } catch (OutOfMemoryError e) {
            return false;
        } finally {
            grown += sink.grown() - size;
        }
    }

    synchronized void flush() {
        if (stopReason != null) {
            return;
        }
        before.run();
        try {
            flushClasses();
            for (int i = 0; i < logs.size() && stopReason == null; i++) {
                flush(logs.get(i).sink, logs.get(i).writer);
            }
            closeEnded();
        } catch (IOException e) {
            giveUp(e.getMessage());
        }
    }

    private long size() {
        long size = classesSize + closedSize;
        for (Log log : logs) {
            size += log.writer.written();
        }
        return size;
    }

    /** A program may start many threads in its life, and none of those that have ended needs memory or a descriptor. */
    private void closeEnded() throws IOException {
        int kept = 0;
        for (int i = 0; i < logs.size(); i++) {
            Log log = logs.get(i);
            if (log.sink.isOver()) {
                log.writer.close();
                Hooks.detach(log.sink);
                closedSize += log.writer.written();
                closedEvents += log.sink.eventsTaken();
                grown -= log.sink.grown();
            } else {
                logs.set(kept, log);
                kept++;
            }
        }
        while (logs.size() > kept) {
            logs.remove(logs.size() - 1);
        }
    }

    /** A full heap keeps classes waiting, but not logs: the program may be waiting for room in its log. */
    private void flushClasses() throws IOException {
        try {
            classesSize = classes.flush();
            classesWait = false;
        } catch (OutOfMemoryError e) {
            classesWait = true;
        }
    }

    private void flush(RecordingSink sink, ChunkWriter writer) throws IOException {
        long events;
        long until;
        do {
            events = sink.events();
            until = sink.committed();
        } while (events != sink.events());
        long start = sink.taken();
        if (start == until) {
            // The last event may have been counted only after its bytes were taken.
            sink.eventsTaken(events);
        }
        for (long from = start; from < until; ) {
            int count = (int) Math.min(chunk.length, until - from);
            if (count < chunk.length && from > start) {
                // Data comes fast, and the rest of a chunk will be here when we come again, at the latest in a moment.
                return;
            }
            if (maxSize > 0) {
                count = (int) Math.min(count, maxSize - size());
                if (count <= 0) {
                    giveUp("the limit of " + maxSize + " bytes is reached");
                    return;
                }
            }
            sink.take(chunk, from, count);
            from += count;
            long whole = from == until ? events : sink.eventsTaken();
            append(writer, count, whole);
            sink.eventsTaken(whole);
            sink.taken(from);
        }
    }

    /** Compresses what is less than a chunk, since that is little, and of full chunks those that are worth it. */
    private void append(ChunkWriter writer, int count, long whole) throws IOException {
        long now = System.nanoTime();
        if (count < chunk.length) {
            writer.append(chunk, 0, count, whole, System.currentTimeMillis());
        } else if (thrift.compresses(now)) {
            writer.append(chunk, 0, count, whole, System.currentTimeMillis());
            thrift.spent(System.nanoTime() - now);
        } else {
            writer.appendRaw(chunk, 0, count, whole, System.currentTimeMillis());
        }
    }

    void giveUpFull() {
        giveUp(heapFull);
    }

    /** Nothing more is recorded; the program goes on. */
    void giveUp(String reason) {
        stopReason = reason == null ? "unknown error" : reason;
    }

    /**
     * Lets the other threads write what has its place in the order of all already: replay would wait for it. What they do
     * from now on comes behind the end.
     *
     * @param own the sink of the current thread, or null
     */
    private void awaitOrdered(EventSink own) {
        long deadline = System.nanoTime() + ORDERED_NANOS;
        List<Log> all = new ArrayList<>(logs);
        for (int i = 0; i < all.size(); i++) {
            RecordingSink sink = all.get(i).sink;
            while (sink != own && sink.ordered() && stopReason == null && System.nanoTime() < deadline) {
                flush();
                Vm.park(WAIT_NANOS);
            }
        }
    }

    /** A flush takes as much as fits into its chunk or below the limit; what threads do meanwhile comes behind the end. */
    private void writeRest() {
        List<Log> all = new ArrayList<>(logs);
        long[] ends = new long[all.size()];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = all.get(i).sink.committed();
        }
        flush();
        for (int i = 0; i < ends.length; i++) {
            while (all.get(i).sink.taken() < ends[i] && stopReason == null) {
                flush();
            }
        }
    }

    /** Writes what is left; nothing is taken afterwards. */
    synchronized void finish(EventSink own) {
        awaitOrdered(own);
        writeRest();
        finished = true;
        if (classesWait && stopReason == null) {
            giveUpFull();
        }
        try {
            for (Log log : logs) {
                log.writer.close();
            }
            classes.close();
        } catch (IOException e) {
            giveUp(e.getMessage());
        }
    }
}
