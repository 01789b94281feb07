package dev.hindsight.runtime;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.SyncFailedException;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import jdk.internal.misc.VM;
import jdk.internal.vm.annotation.DontInline;

/** The public natives: whoever calls one, be it the program or the JDK, comes here instead. */
public final class CallHooks {
    private CallHooks() {}

    // Those that are called most are not put into their callers: they would make them large, and the JIT slow.

    @DontInline
    public static long nanoTime() {
        EventSink sink = Hooks.enter(Hooks.Rows.nanoTime);
        return sink == null ? System.nanoTime() : tick(sink, 0, sink.calls() ? System.nanoTime() : 0);
    }

    @DontInline
    public static long currentTimeMillis() {
        EventSink sink = Hooks.enter(Hooks.Rows.currentTimeMillis);
        return sink == null ? System.currentTimeMillis() : tick(sink, 1, sink.calls() ? System.currentTimeMillis() : 0);
    }

    /** The clock of {@code java.time}: the nanoseconds since a second that the caller chooses. Recorded is the time itself. */
    @DontInline
    public static long getNanoTimeAdjustment(long second) {
        EventSink sink = Hooks.enter(Hooks.Rows.getNanoTimeAdjustment);
        if (sink == null) {
            return VM.getNanoTimeAdjustment(second);
        }
        long since = second * 1_000_000_000;
        return tick(sink, 2, sink.calls() ? since + VM.getNanoTimeAdjustment(second) : 0) - since;
    }

    public static int availableProcessors(Runtime runtime) {
        EventSink sink = Hooks.enter(Hooks.Rows.availableProcessors);
        return sink == null
                ? runtime.availableProcessors()
                : (int) answer(sink, sink.calls() ? runtime.availableProcessors() : 0);
    }

    public static long freeMemory(Runtime runtime) {
        EventSink sink = Hooks.enter(Hooks.Rows.freeMemory);
        return sink == null ? runtime.freeMemory() : answer(sink, sink.calls() ? runtime.freeMemory() : 0);
    }

    public static long totalMemory(Runtime runtime) {
        EventSink sink = Hooks.enter(Hooks.Rows.totalMemory);
        return sink == null ? runtime.totalMemory() : answer(sink, sink.calls() ? runtime.totalMemory() : 0);
    }

    public static long maxMemory(Runtime runtime) {
        EventSink sink = Hooks.enter(Hooks.Rows.maxMemory);
        return sink == null ? runtime.maxMemory() : answer(sink, sink.calls() ? runtime.maxMemory() : 0);
    }

    /** The options that the JVM got; at replay it got others. */
    public static String[] getRuntimeArguments() {
        EventSink sink = Hooks.enter(Hooks.Rows.getRuntimeArguments);
        if (sink == null) {
            return VM.getRuntimeArguments();
        }
        String[] own = sink.calls() ? Hooks.arguments(VM.getRuntimeArguments()) : null;
        sink.completes();
        String[] answer = sink.texts(own);
        sink.end();
        return answer;
    }

    public static Object get(Reference<?> reference) {
        return References.looked(reference, reference.get());
    }

    public static Object superGet(Reference<?> reference) {
        return References.looked(reference, References.referent(reference));
    }

    /** Whether an object is the referent does not depend on the collector: whoever has the object keeps it alive. */
    public static boolean refersTo(Reference<?> reference, Object object) {
        @SuppressWarnings("unchecked")
        boolean is = ((Reference<Object>) reference).refersTo(object);
        return object != null ? is : References.looked(reference, is ? null : reference) == null;
    }

    public static Reference<?> poll(ReferenceQueue<?> queue) {
        return References.poll(queue);
    }

    public static Reference<?> remove(ReferenceQueue<?> queue) throws InterruptedException {
        return ThreadHooks.remove(queue, 0);
    }

    public static Reference<?> remove(ReferenceQueue<?> queue, long millis) throws InterruptedException {
        return ThreadHooks.remove(queue, millis);
    }

    private static long tick(EventSink sink, int clock, long value) {
        sink.completes();
        long answer = sink.clock(clock, value);
        sink.end();
        return answer;
    }

    private static long answer(EventSink sink, long value) {
        sink.completes();
        long answer = sink.number(value);
        sink.end();
        return answer;
    }

    public static void sleep(long millis) throws InterruptedException {
        EventSink sink = Hooks.enter(Hooks.Rows.sleep);
        Hooks.inNumber(sink, millis);
        if (Hooks.calls(sink)) {
            try {
                Thread.sleep(millis);
            } catch (Throwable thrown) {
                threwFromHook(sink, thrown);
                throw thrown;
            }
        }
        Hooks.completes(sink);
        Hooks.end(sink);
    }

    public static void sync(FileDescriptor descriptor) throws SyncFailedException {
        EventSink sink = Hooks.enter(Hooks.Rows.sync);
        Hooks.inDescriptor(sink, descriptor);
        if (Hooks.calls(sink)) {
            try {
                descriptor.sync();
            } catch (Throwable thrown) {
                threwFromHook(sink, thrown);
                throw thrown;
            }
        }
        Hooks.completes(sink);
        Hooks.end(sink);
    }

    public static long getFilePointer(RandomAccessFile file) throws IOException {
        if (file.getClass() == RandomAccessFile.class) {
            return superGetFilePointer(file);
        }
        try {
            return file.getFilePointer();
        } catch (Throwable thrown) {
            hideFrom(thrown);
            throw thrown;
        }
    }

    /** The native itself, whatever a subclass makes of it. */
    public static long superGetFilePointer(RandomAccessFile file) throws IOException {
        EventSink sink = Hooks.enter(Hooks.Rows.getFilePointer);
        Hooks.inDescriptor(sink, file.getFD());
        long value = 0;
        if (Hooks.calls(sink)) {
            try {
                value = FileNatives.getFilePointer(file);
            } catch (Throwable thrown) {
                threwFromHook(sink, thrown);
                throw thrown;
            }
        }
        return sink == null ? value : answer(sink, value);
    }

    public static long length(RandomAccessFile file) throws IOException {
        if (file.getClass() == RandomAccessFile.class) {
            return superLength(file);
        }
        try {
            return file.length();
        } catch (Throwable thrown) {
            hideFrom(thrown);
            throw thrown;
        }
    }

    public static long superLength(RandomAccessFile file) throws IOException {
        EventSink sink = Hooks.enter(Hooks.Rows.length);
        Hooks.inDescriptor(sink, file.getFD());
        long value = 0;
        if (Hooks.calls(sink)) {
            try {
                value = FileNatives.length(file);
            } catch (Throwable thrown) {
                threwFromHook(sink, thrown);
                throw thrown;
            }
        }
        return sink == null ? value : answer(sink, value);
    }

    public static void setLength(RandomAccessFile file, long length) throws IOException {
        if (file.getClass() == RandomAccessFile.class) {
            superSetLength(file, length);
            return;
        }
        try {
            file.setLength(length);
        } catch (Throwable thrown) {
            hideFrom(thrown);
            throw thrown;
        }
    }

    public static void superSetLength(RandomAccessFile file, long length) throws IOException {
        EventSink sink = Hooks.enter(Hooks.Rows.setLength);
        Hooks.inDescriptor(sink, file.getFD());
        Hooks.inNumber(sink, length);
        if (Hooks.calls(sink)) {
            try {
                FileNatives.setLength(file, length);
            } catch (Throwable thrown) {
                threwFromHook(sink, thrown);
                throw thrown;
            }
        }
        Hooks.completes(sink);
        Hooks.end(sink);
        Hooks.fileChanged(sink, file.getFD(), 0, 0);
    }

    /** The program's own method threw this through a hook. */
    private static void hideFrom(Throwable thrown) {
        EventSink sink = RunHooks.enterLoading();
        try {
            Vm.hideHooks(thrown);
        } finally {
            RunHooks.leaveLoading(sink);
        }
    }

    private static void threwFromHook(EventSink sink, Throwable thrown) {
        if (sink != null) {
            sink.mute();
            try {
                Vm.hideHooks(thrown);
            } finally {
                sink.unmute();
            }
            Hooks.threw(sink, thrown);
        }
    }
}
