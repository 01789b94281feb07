package dev.hindsight.runtime;

import java.io.File;
import java.io.FileDescriptor;
import jdk.internal.vm.annotation.DontInline;

/**
 * The static entry points of instrumented code: here the steps of an event, in {@link CallHooks} whole events, in {@link
 * RunHooks} what concerns the run.
 *
 * <p>A hook finds the sink of the current thread, or none: then the thread is not the program's (the JDK's own
 * housekeeping, Hindsight itself), or the program has not started yet, or the thread is inside the class loading of the
 * JDK. Without a sink every hook does nothing.
 */
public final class Hooks {
    /** Numbers of the rows that have a method here, set from the table of natives before the first hook runs. */
    public static final class Rows {
        public static int nanoTime;
        public static int currentTimeMillis;
        public static int getNanoTimeAdjustment;
        public static int sleep;
        public static int availableProcessors;
        public static int freeMemory;
        public static int totalMemory;
        public static int maxMemory;
        public static int signal;
        public static int sync;
        public static int getFilePointer;
        public static int length;
        public static int setLength;
        public static int findResource;
        public static int findResources;
        public static int getRuntimeArguments;
        public static int classAsked;
        public static int fileMapped;
        public static int fileChanged;
        public static int threadStacks;
        public static int processStarted;
        public static int threadBegun;
        public static int threadEnded;
        public static int threadParked;
        public static int monitorWaited;
        public static int monitorEntered;
        public static int threadYielded;
        public static int threadPreempted;
        public static int threadAsked;
        public static int threadBeside;
        public static int turnsReleased;
        public static int referenceAwaited;
        public static int referenceCleared;
        public static int referenceTaken;
        public static int nativeCalled;

        private Rows() {}
    }

    private static volatile EventSink[] sinks = new EventSink[64];
    static volatile Supervisor supervisor;

    private Hooks() {}

    // ---- set-up, called by the agent

    public static void supervise(Supervisor chosen) {
        supervisor = chosen;
    }

    /** From now on the events of this thread go to this sink; null takes it away. */
    public static synchronized void attach(Thread thread, EventSink sink) {
        int id = Math.toIntExact(Vm.threadId(thread));
        EventSink[] table = sinks;
        if (id >= table.length) {
            EventSink[] larger = new EventSink[Math.max(id + 1, table.length * 2)];
            System.arraycopy(table, 0, larger, 0, table.length);
            table = larger;
        }
        table[id] = sink;
        sinks = table;
    }

    /** The sink of a thread that has ended is not needed any more. */
    public static synchronized void detach(EventSink sink) {
        int id = (int) Vm.threadId(sink.thread());
        if (sinks[id] == sink) {
            sinks[id] = null;
        }
    }

    /** The sink of the current thread, muted or not; null if it has none. A virtual thread uses that of its carrier. */
    public static EventSink current() {
        return of(Vm.carrier());
    }

    /** The sink of another thread; null if it has none. */
    public static EventSink of(Thread thread) {
        EventSink[] table = sinks;
        long id = Vm.threadId(thread);
        return id >= 0 && id < table.length ? table[(int) id] : null;
    }

    /** The sinks of all threads, with gaps. */
    public static EventSink[] all() {
        return sinks;
    }

    // ---- an event, in the order of the calls; apart, or the JIT would put all of it into each method that calls a
    // native

    @DontInline
    public static EventSink enter(int row) {
        EventSink sink = current();
        if (sink == null) {
            noticeStranger();
            return null;
        }
        if (sink.muted != 0) {
            if (sink.inNative != null && sink.muted == 1) {
                // Not in class loading, which is never recorded.
                NativeCall.calledBack(sink);
            }
            return null;
        }
        sink.firstUse();
        return sink.begin(row) ? sink : null;
    }

    /** A virtual thread is always the program's, as is one that has its number from the program; neither has a log. */
    private static void noticeStranger() {
        Supervisor chosen = supervisor;
        Thread thread = Thread.currentThread();
        if (chosen != null && (OwnThreads.isPrograms(Vm.threadId(thread)) || Vm.isVirtual(thread))) {
            chosen.unknownThread(thread, Vm.isVirtual(thread) ? "a virtual thread" : "one that no Java code started");
        }
    }

    public static void inNumber(EventSink sink, long value) {
        if (sink != null) {
            sink.inNumber(value);
        }
    }

    public static void inDescriptor(EventSink sink, int fd) {
        if (sink != null) {
            sink.inDescriptor(fd);
        }
    }

    public static void inDescriptor(EventSink sink, FileDescriptor descriptor) {
        if (sink != null) {
            sink.inDescriptor(descriptor == null ? -1 : Vm.fd(descriptor));
        }
    }

    public static void inText(EventSink sink, String value) {
        if (sink != null) {
            sink.inText(value);
        }
    }

    public static void inFile(EventSink sink, File file) {
        if (sink != null) {
            sink.inText(file == null ? null : file.getPath());
        }
    }

    public static void inPath(EventSink sink, long address) {
        if (sink != null) {
            sink.inPath(address);
        }
    }

    @DontInline
    public static void inData(EventSink sink, byte[] array, int offset, int length) {
        if (sink != null) {
            boolean sane = array != null && offset >= 0 && length >= 0 && length <= array.length - offset;
            sink.inData(array, sane ? offset : 0, sane ? length : 0);
        }
    }

    @DontInline
    public static void inMemory(EventSink sink, long address, long length) {
        if (sink != null) {
            sink.inMemory(address, Math.max(length, 0));
        }
    }

    /** What several buffers hold; the iovec is pairs of address and length. */
    public static void inVector(EventSink sink, long vector, int count) {
        if (sink != null) {
            sink.inNumber(count);
            for (int i = 0; i < count; i++) {
                sink.inMemory(Vm.longAt(vector + 16L * i), Vm.longAt(vector + 16L * i + 8));
            }
        }
    }

    @DontInline
    public static boolean calls(EventSink sink) {
        return sink == null || sink.calls();
    }

    public static void threw(EventSink sink, Throwable thrown) {
        if (sink != null) {
            sink.threw(thrown);
            sink.end();
        }
    }

    @DontInline
    public static void completes(EventSink sink) {
        if (sink != null) {
            sink.completes();
        }
    }

    public static long number(EventSink sink, long value) {
        return sink == null ? value : sink.number(value);
    }

    public static double real(EventSink sink, double value) {
        return sink == null ? value : Double.longBitsToDouble(sink.number(Double.doubleToRawLongBits(value)));
    }

    /** Two numbers in an array, which is made here at replay. */
    public static int[] pair(EventSink sink, int[] value) {
        if (sink == null) {
            return value;
        }
        int[] passed = value == null ? new int[2] : value;
        sink.outInts(passed);
        return passed;
    }

    public static int descriptor(EventSink sink, int fd) {
        return sink == null ? fd : sink.descriptor(fd);
    }

    public static long handle(EventSink sink, long address) {
        return sink == null ? address : sink.handle(address);
    }

    public static long mapping(EventSink sink, long address, long length) {
        return sink == null ? address : sink.mapping(address, length);
    }

    public static String text(EventSink sink, String value) {
        return sink == null ? value : sink.text(value);
    }

    public static byte[] bytes(EventSink sink, byte[] value) {
        return sink == null ? value : sink.bytes(value);
    }

    public static String[] texts(EventSink sink, String[] value) {
        return sink == null ? value : sink.texts(value);
    }

    public static byte[][] byteArrays(EventSink sink, byte[][] value) {
        return sink == null ? value : sink.byteArrays(value);
    }

    public static void outDescriptor(EventSink sink, FileDescriptor descriptor) {
        if (sink != null) {
            sink.outDescriptor(descriptor);
        }
    }

    @DontInline
    public static void outBytes(EventSink sink, byte[] array, int offset, long count) {
        if (sink != null && count > 0) {
            sink.outBytes(array, offset, count);
        }
    }

    @DontInline
    public static void outMemory(EventSink sink, long address, long count) {
        if (sink != null && count > 0) {
            sink.outMemory(address, count);
        }
    }

    /** A buffer that the native may have found too small: then it returned what it would have needed. */
    public static void outBuffer(EventSink sink, long address, long size, long result) {
        if (sink != null) {
            sink.outBuffer(address, address == 0 ? 0 : Math.max(0, Math.min(size, result)));
        }
    }

    /** Spreads {@code count} bytes over the buffers of an iovec. */
    public static void outVector(EventSink sink, long vector, int buffers, long count) {
        if (sink != null) {
            long left = count;
            for (int i = 0; i < buffers && left > 0; i++) {
                long length = Math.min(left, Vm.longAt(vector + 16L * i + 8));
                if (length > 0) {
                    sink.outMemory(Vm.longAt(vector + 16L * i), length);
                }
                left -= length;
            }
        }
    }

    public static void outFields(EventSink sink, Object object) {
        if (sink != null) {
            sink.outFields(object);
        }
    }

    public static void outLongs(EventSink sink, long[] values) {
        if (sink != null) {
            sink.outLongs(values);
        }
    }

    public static void outInts(EventSink sink, int[] values) {
        if (sink != null) {
            sink.outInts(values);
        }
    }

    public static void outDoubles(EventSink sink, double[] values) {
        if (sink != null) {
            long[] bits = new long[values.length];
            for (int i = 0; i < bits.length; i++) {
                bits[i] = Double.doubleToRawLongBits(values[i]);
            }
            sink.outLongs(bits);
            for (int i = 0; i < bits.length; i++) {
                values[i] = Double.longBitsToDouble(bits[i]);
            }
        }
    }

    @DontInline
    public static void end(EventSink sink) {
        if (sink != null) {
            sink.end();
        }
    }

    // ---- files that the program maps: events beside those of the natives

    /** The program is about to map a file. */
    public static void fileMapped(FileDescriptor descriptor, int mode, long position) {
        EventSink sink = enter(Rows.fileMapped);
        if (sink != null) {
            sink.fileMapped(Vm.fd(descriptor), mode, position);
        }
    }

    public static void fileChanged(EventSink sink, FileDescriptor descriptor, long offset, long count) {
        if (sink != null && descriptor != null) {
            sink.fileChanged(Rows.fileChanged, Vm.fd(descriptor), offset, count);
        }
    }

    public static void fileChanged(EventSink sink, int fd, long offset, long count) {
        if (sink != null) {
            sink.fileChanged(Rows.fileChanged, fd, offset, count);
        }
    }

    /** The program calls a native that this version cannot replay. */
    public static void unsupported(int row) {
        tell(row, true);
    }

    /** The program calls a native that runs for real at replay. */
    public static void unrecorded(int row) {
        tell(row, false);
    }

    private static void tell(int row, boolean stops) {
        Supervisor chosen = supervisor;
        EventSink sink = current();
        if (chosen != null && sink != null && sink.muted == 0) {
            sink.mute();
            try {
                if (stops) {
                    chosen.unsupported(row);
                } else {
                    chosen.unrecorded(row);
                }
            } finally {
                sink.unmute();
            }
        }
    }

    /** Makes sure that a static native that is skipped does not skip the initialisation of its class. */
    public static void initialize(Class<?> type) {
        Vm.ensureInitialized(type);
    }

    /** Whether what goes to this descriptor is what the program prints. */
    public static boolean isPrinted(FileDescriptor descriptor) {
        EventSink sink = current();
        int fd = sink == null || sink.muted != 0 || descriptor == null ? -1 : Vm.fd(descriptor);
        return fd == 1 || fd == 2;
    }

    /** What the system says about a process; about this one, it would show the agent. */
    public static void processInfo(Object info) {
        Supervisor chosen = supervisor;
        if (chosen != null) {
            long offset = Vm.offsetOf(info.getClass(), "arguments");
            if (Vm.getReference(info, offset) instanceof String[] words) {
                Vm.setReference(info, offset, chosen.arguments(words));
            }
        }
    }

    public static byte[][] environment(byte[][] raw) {
        Supervisor chosen = supervisor;
        return chosen == null ? raw : chosen.environment(raw);
    }

    public static String[] arguments(String[] raw) {
        Supervisor chosen = supervisor;
        return chosen == null ? raw : chosen.arguments(raw);
    }
}
