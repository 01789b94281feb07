package dev.hindsight.agent.record;

import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.Hooks;
import dev.hindsight.runtime.PollHooks;
import dev.hindsight.runtime.Waiting;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Notices that the thread that has its turn does not come to a place where it could give it up, although another one could
 * run.
 *
 * <p>If that other one, or one that waits for it, gave its turn up inside the initialiser of a class, a synchronized method of
 * the JDK or a class loader, the first may be waiting in the virtual machine for the end of it, which never comes. Then nothing more
 * can be recorded.
 */
final class StuckTurn {
    /** After how many looks without a move nothing will move, and after how many the user wants to know. */
    private static final int NEVER = 10;

    private static final int LONG = 100;
    /** Of ten ticks between two looks. */
    private static final int BUSY_TICKS = 3;

    private final Recorder recorder;
    private EventSink owner;
    private long progress;
    private StackTraceElement[] stack;
    private int still;
    private int same;
    private long spent;
    private boolean said;

    StuckTurn(Recorder recorder) {
        this.recorder = recorder;
    }

    /** To be called ten times a second. */
    void look(EventSink now, List<EventSink> waiting) {
        long seen = PollHooks.progress();
        boolean moved = now != owner || seen != progress || now == null || isFree(waiting);
        owner = now;
        progress = seen;
        still = moved ? 0 : still + 1;
        if (still == 0) {
            same = 0;
            return;
        }
        boolean tells = still == LONG && !said;
        if (computes() && !tells) {
            // It is in a loop without a place to wait, or falls: what its stack looks like may take long to find out.
            same = 0;
            stack = null;
            return;
        }
        StackTraceElement[] frames = Frames.of(now);
        same = Arrays.equals(frames, stack) ? same + 1 : 0;
        stack = frames;
        EventSink inside = holder(now, waiting);
        if (inside != null) {
            recorder.giveUp("thread '" + now.thread().getName() + "' waits in the JVM for thread '"
                    + inside.thread().getName() + "', which waits as well" + place(frames));
        } else if (tells) {
            said = true;
            recorder.say("thread '" + now.thread().getName() + "' has kept all others waiting for ten seconds"
                    + place(frames));
        }
    }

    /** The thread for which the one that has its turn waits inside the virtual machine; null if it seems to wait for none. */
    private EventSink holder(EventSink now, List<EventSink> waiting) {
        EventSink inside = same >= NEVER ? inside(waiting) : null;
        if (inside == null && same >= 2 * NEVER) {
            inside = loading(waiting);
        }
        if (inside == null && same >= 3 * NEVER && now.thread().getState() == Thread.State.BLOCKED) {
            inside = pinned(waiting);
        }
        return inside;
    }

    /** Whether the process has used much of a processor since the last look: a hundredth of a second is a tick. */
    private boolean computes() {
        long before = spent;
        spent = processTicks();
        return spent - before > BUSY_TICKS;
    }

    /** Processor time of the whole process; the JVM does not tell that of a thread without much ado. */
    private static long processTicks() {
        byte[] content = new byte[1024];
        try (FileInputStream in = new FileInputStream("/proc/self/stat")) {
            int length = in.read(content);
            int at = length;
            while (at > 0 && content[at - 1] != ')') {
                at--;
            }
            // Behind the name come the state and ten numbers, then the time in programs and that in the kernel.
            String[] fields = new String(content, at, length - at, StandardCharsets.ISO_8859_1).split(" ");
            return Long.parseLong(fields[12]) + Long.parseLong(fields[13]);
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private static String place(StackTraceElement[] frames) {
        return frames.length == 0 ? "" : ", at " + frames[0];
    }

    /** Whether nobody else could run. */
    private boolean isFree(List<EventSink> waiting) {
        for (int i = 0; i < waiting.size(); i++) {
            if (couldRun(waiting.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a thread that waits could run. By a schedule, time does not pass while the one that has its turn comes to no place. */
    private boolean couldRun(EventSink sink) {
        return sink.waiting.isOver(null) || sink.isSeeded() && sink.waiting.deadline != 0;
    }

    /** A thread that waits, for its turn or for one that does, in code that the virtual machine lets no other thread enter. */
    private EventSink inside(List<EventSink> waiting) {
        for (int i = 0; i < waiting.size(); i++) {
            EventSink one = waiting.get(i);
            if (one.isPinned() && couldRun(one) || initialises(one)) {
                return one;
            }
        }
        // One inside a native may wait there for what a thread brings that waits for its turn.
        for (EventSink one : Hooks.all()) {
            if (one != null && one.waiting.reason == Waiting.Reason.NATIVE && initialises(one)) {
                return one;
            }
        }
        return null;
    }

    /** A thread that waits for another one inside a synchronized method of the JDK. */
    private static EventSink pinned(List<EventSink> waiting) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).isPinned()) {
                return waiting.get(i);
            }
        }
        return null;
    }

    /** A thread that waits for its turn in a class loader: the virtual machine may let no other thread define the same class. */
    private static EventSink loading(List<EventSink> waiting) {
        for (int i = 0; i < waiting.size(); i++) {
            EventSink one = waiting.get(i);
            if (one.waiting.isOver(null) && isIn(one, "loadClass")) {
                return one;
            }
        }
        return null;
    }

    /** Whether a thread is in the initialiser of a class, of the JDK or the program. */
    static boolean initialises(EventSink sink) {
        return isIn(sink, "<clinit>");
    }

    /** Whether a thread is where the virtual machine may let no other in: an initialiser or a class loader. */
    static boolean keepsOthersOut(EventSink sink) {
        for (StackTraceElement frame : Frames.of(sink)) {
            String method = frame.getMethodName();
            if (method.equals("<clinit>") || method.equals("loadClass")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(EventSink sink, String method) {
        for (StackTraceElement frame : Frames.of(sink)) {
            if (frame.getMethodName().equals(method)) {
                return true;
            }
        }
        return false;
    }
}
