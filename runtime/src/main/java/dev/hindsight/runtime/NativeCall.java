package dev.hindsight.runtime;

import java.util.Arrays;

/**
 * One call of a native method of the program's own. Each such method got another name with {@link #PREFIX} before it, by which
 * the JVM still finds its code, and a method in its place that comes here.
 *
 * <p>The event is the method, a digest of what goes in, and what comes out: the result and what the native changed in arrays,
 * buffers and objects that it was given. At replay the native does not run, and its library is not even loaded.
 */
public final class NativeCall {
    public static final String PREFIX = "hindsight$";

    /** What has changed in an object: all of an array or buffer, a primitive field, or another field or an element. */
    private static final int CONTENT = 1;

    private static final int NUMBER = 2;
    private static final int REFERENCE = 3;

    /** Stands behind the changes if Java code of the program ran meanwhile. */
    private static final int CALLED_BACK = 1;

    private static final long MESSAGE = Vm.offsetOf(Throwable.class, "detailMessage");

    private final String method;
    private final NativeBytes digest = new NativeBytes(new byte[64]);
    /** The receiver and the arguments, as far as they are objects, and what they held. */
    private Object[] objects = new Object[4];

    private NativeState[] states = new NativeState[4];
    private int count;
    /** Null if the call is not the program's doing, or is not recorded any more. */
    private EventSink sink;

    private NativeCall(String method, EventSink sink) {
        this.method = method;
        this.sink = sink;
    }

    /** @param method its class, with dots, its name and its descriptor */
    public static NativeCall enter(String method) {
        Owners.reachesAll();
        EventSink sink = Hooks.current();
        return new NativeCall(method, sink == null || sink.muted != 0 ? null : sink);
    }

    public void in(long value) {
        if (sink != null) {
            digest.number(value);
        }
    }

    public void in(Object value) {
        if (sink == null) {
            return;
        }
        sink.mute();
        try {
            if (count == objects.length) {
                objects = Arrays.copyOf(objects, 2 * count);
                states = Arrays.copyOf(states, 2 * count);
            }
            objects[count] = value;
            states[count] = new NativeState(value);
            states[count++].digest(digest);
        } finally {
            sink.unmute();
        }
    }

    /** Whether the native runs. */
    public boolean calls() {
        if (sink == null) {
            return true;
        }
        sink = Hooks.enter(Hooks.Rows.nativeCalled);
        if (sink == null) {
            return true;
        }
        sink.inText(method);
        sink.inData(digest.array(), 0, digest.size());
        if (!sink.calls()) {
            return false;
        }
        begin(sink, name());
        return true;
    }

    private String name() {
        return method.substring(0, method.indexOf('('));
    }

    /** What Java code does that a native calls is not recorded: at replay nobody calls it. */
    static void begin(EventSink sink, String name) {
        sink.mute();
        sink.inNative = name;
    }

    static void end(EventSink sink) {
        sink.inNative = null;
        sink.unmute();
    }

    /** A thread comes to a hook in code that a native called. */
    static void calledBack(EventSink sink) {
        String name = sink.inNative;
        sink.inNative = null;
        callsBack(name);
    }

    private static void callsBack(String name) {
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null) {
            chosen.unsupported("the native code of " + name + " called Java code");
        }
    }

    /** The native threw this; returns it. */
    public Throwable threw(Throwable thrown) {
        EventSink bracket = RunHooks.enterLoading();
        try {
            hidePrefix(thrown);
        } finally {
            RunHooks.leaveLoading(bracket);
        }
        if (sink != null) {
            end(sink);
            Hooks.threw(sink, thrown);
        }
        return thrown;
    }

    /** The native is one of the same name to who reads the stack, and the method in its place is not there. */
    private static void hidePrefix(Throwable thrown) {
        StackTraceElement[] all = thrown.getStackTrace();
        int kept = 0;
        for (int i = 0; i < all.length; i++) {
            String name = all[i].getMethodName();
            if (name.startsWith(PREFIX)) {
                all[kept++] = nativeFrame(all[i], name.substring(PREFIX.length()));
                i++;
            } else {
                all[kept++] = all[i];
            }
        }
        thrown.setStackTrace(Arrays.copyOf(all, kept));
        if (thrown instanceof UnsatisfiedLinkError && Vm.getReference(thrown, MESSAGE) instanceof String message) {
            Vm.setReference(thrown, MESSAGE, message.replace(PREFIX, ""));
        }
    }

    private static StackTraceElement nativeFrame(StackTraceElement like, String name) {
        StackTraceElement frame = new StackTraceElement(
                like.getClassLoaderName(),
                like.getModuleName(),
                like.getModuleVersion(),
                like.getClassName(),
                name,
                like.getFileName(),
                Vm.NATIVE_LINE);
        Vm.copyFormat(like, frame);
        return frame;
    }

    public void out() {
        if (sink != null && sink.replays()) {
            finish(take());
        } else if (sink != null) {
            give(new NativeBytes(new byte[16]));
        }
    }

    public long out(long result) {
        if (sink == null) {
            return result;
        }
        if (sink.replays()) {
            NativeBytes log = take();
            long recorded = log.takeNumber();
            finish(log);
            return recorded;
        }
        NativeBytes log = new NativeBytes(new byte[16]);
        log.number(result);
        give(log);
        return result;
    }

    public Object out(Object result) {
        if (sink == null) {
            return result;
        }
        if (sink.replays()) {
            NativeBytes log = take();
            Object recorded = get(log, "returned");
            finish(log);
            return recorded;
        }
        NativeBytes log = new NativeBytes(new byte[64]);
        put(log, result, "returned");
        give(log);
        return result;
    }

    /** Records what came out, and what has changed. */
    private void give(NativeBytes log) {
        for (int i = 0; i < count; i++) {
            NativeState state = states[i];
            if (state.isContentChanged()) {
                log.size(i + 1);
                log.size(CONTENT);
                log.content(state.content());
            }
            for (int slot = 0; slot < state.slots(); slot++) {
                if (state.isChanged(slot)) {
                    log.size(i + 1);
                    log.size(state.isReference(slot) ? REFERENCE : NUMBER);
                    log.size(slot);
                    if (state.isReference(slot)) {
                        put(log, state.reference(slot), "set a field or an element to");
                    } else {
                        log.number(state.number(slot));
                    }
                }
            }
        }
        log.size(0);
        log.size(sink.inNative == null ? CALLED_BACK : 0);
        end(sink);
        sink.completes();
        sink.bytes(log.toArray());
        sink.end();
    }

    /** What came out in the recorded run; the thread is muted from here to {@link #finish}. */
    private NativeBytes take() {
        try {
            sink.completes();
        } catch (Throwable thrown) {
            nameNative(thrown);
            throw thrown;
        }
        byte[] recorded = sink.bytes(null);
        sink.mute();
        return new NativeBytes(recorded == null ? new byte[0] : recorded);
    }

    private void finish(NativeBytes log) {
        for (int number = log.takeSize(); number != 0; number = log.takeSize()) {
            NativeState state = number <= count ? states[number - 1] : null;
            int kind = log.takeSize();
            if (kind == CONTENT) {
                byte[] content = log.takeContent();
                log.check(state != null && state.restore(content));
            } else {
                int slot = log.takeSize();
                log.check(state != null && slot < state.slots() && state.isReference(slot) == (kind == REFERENCE));
                if (kind == REFERENCE) {
                    log.check(state.setReference(slot, get(log, "set a field or an element to")));
                } else {
                    state.setNumber(slot, log.takeNumber());
                }
            }
        }
        if (log.takeSize() == CALLED_BACK) {
            callsBack(name());
        }
        sink.unmute();
        sink.end();
    }

    /** Writes an object that the native gave; one that it was given is known by its position. */
    private void put(NativeBytes log, Object value, String how) {
        int given = count - 1;
        while (given >= 0 && (value == null || objects[given] != value)) {
            given--;
        }
        if (given >= 0) {
            log.given(given);
        } else if (!log.value(value)) {
            log.unknown(value.getClass().getName());
            refuse(how, value.getClass().getName());
        }
    }

    private Object get(NativeBytes log, String how) {
        int given = log.takeGiven();
        if (given >= 0) {
            log.check(given < count);
            return objects[given];
        }
        String unknown = log.takeUnknown();
        if (unknown != null) {
            refuse(how, unknown);
        }
        return log.takeValue();
    }

    private void refuse(String how, String type) {
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null) {
            chosen.unsupported("the native " + name() + " " + how + " an object of class " + type);
        }
    }

    /** A throwable that the replay made has the name of our event on top of its stack. */
    private void nameNative(Throwable thrown) {
        EventSink bracket = RunHooks.enterLoading();
        try {
            StackTraceElement[] stack = thrown.getStackTrace();
            StackTraceElement own = replacement();
            if (stack.length > 0 && own != null && stack[0].getMethodName().equals("nativeCalled")) {
                stack[0] = nativeFrame(own, own.getMethodName());
                thrown.setStackTrace(stack);
            }
        } finally {
            RunHooks.leaveLoading(bracket);
        }
    }

    /** The frame of the method in the native's place. */
    private static StackTraceElement replacement() {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (Vm.isOurs(frame)) {
                return frame;
            }
        }
        return null;
    }
}
