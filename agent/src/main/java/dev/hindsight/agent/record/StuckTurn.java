package dev.hindsight.agent.record;

import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.ThreadHooks;
import java.util.Arrays;
import java.util.List;

/**
 * Notices that the thread that has its turn waits in the virtual machine for the end of code in which another thread gave its
 * turn up: the initialiser of a class, or a synchronized method of the JDK. That other thread would never get its turn again.
 */
final class StuckTurn {
    private static final int LOOKS = 10;

    private final Recorder recorder;
    private EventSink owner;
    private long progress;
    private StackTraceElement[] stack;
    private int same;

    StuckTurn(Recorder recorder) {
        this.recorder = recorder;
    }

    /** To be called from time to time: gives the recording up when nothing has moved for so long that nothing will. */
    void look(EventSink now, List<EventSink> waiting) {
        EventSink inside = inside(waiting);
        if (now == null || inside == null) {
            same = 0;
            return;
        }
        long seen = ThreadHooks.progress();
        StackTraceElement[] frames = now.thread().getStackTrace();
        boolean moved = now != owner || seen != progress || !Arrays.equals(frames, stack);
        owner = now;
        progress = seen;
        stack = frames;
        same = moved ? 0 : same + 1;
        if (same == LOOKS) {
            recorder.giveUp("thread '" + now.thread().getName() + "' waits in the JVM for thread '"
                    + inside.thread().getName() + "', which waits for its turn"
                    + (frames.length == 0 ? "" : ", at " + frames[0]));
        }
    }

    /** A thread that could go on in such code if it had its turn. */
    private static EventSink inside(List<EventSink> waiting) {
        for (int i = 0; i < waiting.size(); i++) {
            if (waiting.get(i).isPinned() && waiting.get(i).waiting.isOver(null)) {
                return waiting.get(i);
            }
        }
        return null;
    }
}
