package dev.hindsight.session.debug;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The replaying JVM as a debugger sees it: takes commands and answers, in any order. */
final class Target {
    private static final int ANSWER_SECONDS = 30;

    private static final int CLASSES_BY_SIGNATURE = Packet.code(1, 2);
    private static final int ALL_THREADS = Packet.code(1, 4);
    private static final int ID_SIZES = Packet.code(1, 7);
    private static final int METHODS = Packet.code(2, 5);
    private static final int INVOKE_STATIC = Packet.code(3, 3);
    private static final int RESUME = Packet.code(1, 9);
    private static final int SUSPEND_COUNT = Packet.code(11, 12);
    private static final int SET_REQUEST = Packet.code(15, 1);
    private static final byte BREAKPOINT = 2;
    private static final byte STOPS_ALL = 2;
    private static final byte ONCE = 1;
    private static final byte AT = 7;
    private static final int THIS_THREAD_ONLY = 1;

    private final Wire wire;
    private final AtomicInteger ids = new AtomicInteger();
    private final ConcurrentHashMap<Integer, Consumer<Packet>> waiting = new ConcurrentHashMap<>();
    private int methodIdBytes;
    private int objectIdBytes;
    private int typeIdBytes;
    private byte[] hooks;
    private byte[] enter;
    private byte[] leave;

    Target(Wire wire) {
        this.wire = wire;
    }

    /** Learns how to tell the replayer that what a thread does is the debugger's doing; needs a thread that reads. */
    void prepare() throws IOException {
        ByteBuffer sizes = ask(ID_SIZES, new byte[0]).content();
        sizes.getInt();
        methodIdBytes = sizes.getInt();
        objectIdBytes = sizes.getInt();
        typeIdBytes = sizes.getInt();
        hooks = own("Ldev/hindsight/runtime/Evaluation;").id();
        enter = method(hooks, "enter", "()V");
        leave = method(hooks, "leave", "()V");
    }

    /** A class that the JVM has loaded. */
    private record Type(byte tag, byte[] id) {}

    private Type own(String signature) throws IOException {
        List<Type> types = types(signature);
        if (types.size() != 1) {
            throw new IOException("the replaying JVM does not run Hindsight");
        }
        return types.get(0);
    }

    /** Those of a name; each loader may have one. */
    private List<Type> types(String signature) throws IOException {
        ByteBuffer classes = ask(CLASSES_BY_SIGNATURE, text(signature)).content();
        int count = classes.getInt();
        List<Type> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            types.add(new Type(classes.get(), bytes(classes, typeIdBytes)));
            classes.getInt();
        }
        return types;
    }

    private byte[] method(byte[] type, String wanted, String descriptor) throws IOException {
        ByteBuffer methods = ask(METHODS, type).content();
        int count = methods.getInt();
        for (int i = 0; i < count; i++) {
            byte[] id = bytes(methods, methodIdBytes);
            String name = text(methods);
            String signature = text(methods);
            methods.getInt();
            if (name.equals(wanted) && signature.equals(descriptor)) {
                return id;
            }
        }
        throw new IOException("the replaying JVM has no method " + wanted + descriptor + " where one was expected");
    }

    /** Stops all threads when the test that failed is about to be called. */
    void stopBeforeFailing() throws IOException {
        stopAt(own("Ldev/hindsight/runtime/TestHooks;"), "failing", "()V");
    }

    /** Stops all threads when a method is called next; returns in how many classes of that name, of different loaders. */
    int stopAt(String type, String method, String descriptor) throws IOException {
        List<Type> types = types("L" + type.replace('.', '/') + ";");
        for (Type each : types) {
            stopAt(each, method, descriptor);
        }
        return types.size();
    }

    private void stopAt(Type type, String method, String descriptor) throws IOException {
        byte[] id = method(type.id(), method, descriptor);
        ByteBuffer request = ByteBuffer.allocate(
                2 + Integer.BYTES + 2 + type.id().length + id.length + Long.BYTES + 1 + Integer.BYTES);
        request.put(BREAKPOINT).put(STOPS_ALL).putInt(2);
        request.put(AT).put(type.tag()).put(type.id()).put(id).putLong(0);
        request.put(ONCE).putInt(1);
        ask(SET_REQUEST, request.array());
    }

    /** Has all threads go on that one event stopped. */
    void resume() throws IOException {
        ask(RESUME, new byte[0]);
    }

    /** Passes on the answer to a command; false if the packet is none. */
    boolean takeAnswer(Packet packet) {
        if (!packet.isReply()) {
            return false;
        }
        Consumer<Packet> whoAsked = waiting.remove(packet.id());
        if (whoAsked != null) {
            whoAsked.accept(packet);
        }
        return true;
    }

    void send(int code, byte[] data, Consumer<Packet> answer) {
        int id = ids.incrementAndGet();
        waiting.put(id, answer);
        try {
            wire.send(Packet.command(id, code, data));
        } catch (IOException e) {
            // Who reads notices, and ends all.
            waiting.remove(id);
        }
    }

    private Packet ask(int code, byte[] data) throws IOException {
        CompletableFuture<Packet> answer = new CompletableFuture<>();
        send(code, data, answer::complete);
        try {
            Packet packet = answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
            if (packet.failed()) {
                throw new IOException("the replaying JVM answers with error " + packet.code());
            }
            return packet;
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IOException("the replaying JVM does not answer", e);
        }
    }

    /**
     * Sends a command that runs code in a thread of the program, between two others that keep the replay out of it.
     *
     * @param invocation names, behind a class or an object, the thread
     */
    void invoke(int code, byte[] invocation, boolean inObject, Consumer<Packet> answer) {
        ByteBuffer content = ByteBuffer.wrap(invocation);
        if (invocation.length < Math.max(typeIdBytes, objectIdBytes) + objectIdBytes) {
            send(code, invocation, answer);
            return;
        }
        content.position(inObject ? objectIdBytes : typeIdBytes);
        byte[] thread = bytes(content, objectIdBytes);
        send(
                INVOKE_STATIC,
                call(thread, enter),
                entered -> send(code, invocation, result -> leave(entered, thread, () -> answer.accept(result))));
    }

    private void leave(Packet entered, byte[] thread, Runnable andThen) {
        if (entered.failed()) {
            // The thread is not at an event, so the command between cannot have done anything either.
            andThen.run();
        } else {
            send(INVOKE_STATIC, call(thread, leave), left -> andThen.run());
        }
    }

    private byte[] call(byte[] thread, byte[] method) {
        ByteBuffer call = ByteBuffer.allocate(hooks.length + thread.length + method.length + 2 * Integer.BYTES);
        call.put(hooks).put(thread).put(method).putInt(0).putInt(THIS_THREAD_ONLY);
        return call.array();
    }

    /** Has all threads go on, however often they were told to stop, and those that are still to come. */
    void resumeAll() throws IOException {
        ByteBuffer threads = ask(ALL_THREADS, new byte[0]).content();
        int count = threads.getInt();
        int most = 0;
        for (int i = 0; i < count; i++) {
            most = Math.max(most, stops(bytes(threads, objectIdBytes)));
        }
        for (int i = 0; i < most; i++) {
            ask(RESUME, new byte[0]);
        }
    }

    private int stops(byte[] thread) {
        try {
            return ask(SUSPEND_COUNT, thread).content().getInt();
        } catch (IOException e) {
            // It has just ended.
            return 0;
        }
    }

    /** A JVM that is left alone runs on. */
    void close() {
        try {
            wire.close();
        } catch (IOException e) {
            // It is gone already.
            return;
        }
    }

    private static byte[] bytes(ByteBuffer from, int count) {
        byte[] bytes = new byte[count];
        from.get(bytes);
        return bytes;
    }

    /** A string as it stands in packets. */
    static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    private static String text(ByteBuffer from) {
        return new String(bytes(from, from.getInt()), StandardCharsets.UTF_8);
    }
}
