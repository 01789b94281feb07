package dev.hindsight.runtime;

/**
 * What a debugger runs in a thread of the program, as when it shows an object: not the program's doing.
 *
 * <p>Between {@link #enter} and {@link #leave}, which the debugger's side has the thread call, natives run for real, identity
 * hashes are not drawn from the program's sequence, and nothing counts as progress of the program.
 */
public final class Evaluation {
    /** Whether there ever was one. */
    private static volatile boolean used;

    private Evaluation() {}

    public static void enter() {
        EventSink sink = Hooks.current();
        if (sink != null) {
            used = true;
            sink.firstUse();
            sink.mute();
            if (sink.evaluations++ == 0) {
                sink.counted = PollHooks.stopCounting();
            }
        }
    }

    public static void leave() {
        EventSink sink = Hooks.current();
        if (sink != null && sink.evaluations > 0) {
            if (--sink.evaluations == 0 && sink.counted) {
                PollHooks.startCounting();
            }
            sink.unmute();
        }
    }

    /** Whether the current thread is in one. */
    public static boolean isNow() {
        EventSink sink = used ? Hooks.current() : null;
        return sink != null && sink.evaluations > 0;
    }

    /** Whether there ever was one. */
    public static boolean isUsed() {
        return used;
    }
}
