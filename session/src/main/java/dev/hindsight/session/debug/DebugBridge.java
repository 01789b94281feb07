package dev.hindsight.session.debug;

import dev.hindsight.trace.FailedTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Stands between a debugger and a replaying JVM, so that what the debugger does never disturbs the replay.
 *
 * <p>Almost all packets pass as they are. What runs code in a thread of the program is bracketed by two calls that take the
 * thread out of the replay. What would change the program is refused. Steps and the like do not stop inside Hindsight. A
 * debugger that goes away leaves a JVM that runs on, and another may come: to the JVM it is the same one.
 *
 * <p>Both ports are on the loopback interface.
 */
public final class DebugBridge implements AutoCloseable {
    private static final int DISPOSE = Packet.code(1, 6);
    private static final int EXIT = Packet.code(1, 10);
    private static final int CAPABILITIES = Packet.code(1, 17);
    private static final int SET_REQUEST = Packet.code(15, 1);
    private static final int CLEAR_REQUEST = Packet.code(15, 2);
    private static final int CLEAR_BREAKPOINTS = Packet.code(15, 3);
    private static final byte BREAKPOINT = 2;

    /** Each names a class or an object, and then the thread that is to run code. */
    private static final Set<Integer> INVOCATIONS =
            Set.of(Packet.code(3, 3), Packet.code(3, 4), Packet.code(5, 1), Packet.code(9, 6));

    private static final int INVOKE_IN_OBJECT = Packet.code(9, 6);

    /** New code; values of fields, elements and locals; popped frames, thrown errors, interrupts, early returns. */
    private static final Set<Integer> CHANGES = Set.of(
            Packet.code(1, 18),
            Packet.code(3, 2),
            Packet.code(9, 3),
            Packet.code(13, 3),
            Packet.code(16, 2),
            Packet.code(16, 4),
            Packet.code(11, 10),
            Packet.code(11, 11),
            Packet.code(11, 14));

    private static final int NOT_IMPLEMENTED = 99;

    /** Where, in the list of what a JVM can do, those changes stand that a debugger asks about. */
    private static final int[] CHANGING_CAPABILITIES = {7, 8, 9, 10, 20};

    /** Steps, exceptions, prepared classes, entered and left methods. */
    private static final Set<Byte> SHOWN_WITHOUT_US =
            Set.of((byte) 1, (byte) 4, (byte) 8, (byte) 40, (byte) 41, (byte) 42);

    private static final byte CLASS_EXCLUDE = 6;

    /** How many commands each set has that all JDKs know. */
    private static final int[] COMMANDS = {0, 22, 19, 4, 1, 1, 5, 0, 1, 10, 1, 15, 3, 3, 1, 3, 4, 1, 2};

    private static final int INVOCATION_LOOKS = 200;
    private static final int INVOCATION_LOOK_MILLIS = 10;

    private final ServerSocket forDebuggers;
    private final ServerSocket forTarget;
    private final Consumer<String> remarks;
    private final Optional<FailedTest> test;
    private final Optional<TestStop> stop;
    private final IntConsumer ready;
    private final List<Packet> early = new ArrayList<>();
    /** What the debugger wants to be told, by number, with the kind of event. */
    private final Map<Integer, Byte> requests = new HashMap<>();

    /** How much code runs that the debugger had a thread run. */
    private final AtomicInteger invocations = new AtomicInteger();

    private Target target;
    private Wire debugger;
    private boolean attached;
    private boolean refused;
    private volatile boolean ended;

    /**
     * @param port where debuggers may come; 0 for any that is free
     * @param test at whose beginning the debugger is to find the program; empty for that of the program
     * @param remarks for the user, a line each
     * @param ready is told the port when the program waits there
     */
    public DebugBridge(int port, Optional<FailedTest> test, Consumer<String> remarks, IntConsumer ready)
            throws IOException {
        this.remarks = remarks;
        this.test = test;
        this.stop = test.map(TestStop::new);
        this.ready = ready;
        this.forDebuggers = listen(port);
        this.forTarget = listen(0);
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        return socket;
    }

    /** What makes a JVM come here, and wait before the program begins. */
    public String jvmOption() {
        return "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address="
                + forTarget.getInetAddress().getHostAddress() + ":" + forTarget.getLocalPort();
    }

    /** The test at whose beginning the program is to wait. */
    public Optional<FailedTest> test() {
        return test;
    }

    /** Whether the debugger ended the program. */
    public boolean isEndedByDebugger() {
        return ended;
    }

    public void start() {
        Thread thread = new Thread(this::serve, "debug-target");
        thread.setDaemon(true);
        thread.start();
    }

    /** Until the JVM ends. */
    private void serve() {
        try (Wire wire = Wire.toTarget(forTarget.accept())) {
            target = new Target(wire);
            Thread thread = new Thread(this::serveDebuggers, "debug-debuggers");
            thread.setDaemon(true);
            thread.start();
            while (true) {
                Packet packet = wire.receive();
                if (!target.takeAnswer(packet)) {
                    happened(packet);
                }
            }
        } catch (IOException e) {
            // The JVM has ended, or never came.
            return;
        } finally {
            stop.ifPresent(TestStop::end);
            close();
        }
    }

    /** An event, which a debugger is to be told. */
    private synchronized void happened(Packet event) throws IOException {
        if (stop.isPresent() && stop.get().take(event)) {
            return;
        }
        if (debugger != null) {
            tell(event);
        } else if (!attached) {
            early.add(event);
        } else {
            // It was under way when the debugger went.
            resumeIfAlone();
        }
    }

    private void serveDebuggers() {
        try {
            target.prepare();
            if (stop.isPresent() && !stop.get().reach(target)) {
                return;
            }
            ready.accept(forDebuggers.getLocalPort());
            while (true) {
                try (Wire wire = Wire.toDebugger(forDebuggers.accept())) {
                    attach(wire);
                    while (true) {
                        take(wire.receive());
                    }
                } catch (IOException e) {
                    if (forDebuggers.isClosed()) {
                        return;
                    }
                } finally {
                    detach();
                }
            }
        } catch (IOException e) {
            if (!forDebuggers.isClosed()) {
                remarks.accept("no debugger can be served: " + e.getMessage());
                target.close();
                close();
            }
        }
    }

    private synchronized void attach(Wire wire) throws IOException {
        debugger = wire;
        attached = true;
        for (Packet event : early) {
            tell(event);
        }
        early.clear();
    }

    /** The JVM runs on, as if nobody had asked for anything. */
    private void detach() {
        Map<Integer, Byte> left;
        synchronized (this) {
            if (debugger == null) {
                return;
            }
            debugger = null;
            left = new HashMap<>(requests);
            requests.clear();
        }
        left.forEach((number, kind) -> target.send(
                CLEAR_REQUEST,
                ByteBuffer.allocate(1 + Integer.BYTES).put(kind).putInt(number).array(),
                cleared -> {}));
        awaitInvocations();
        resume();
    }

    /** Code that the debugger had a thread run stops that thread again at its end; unless it hangs, that is awaited. */
    private void awaitInvocations() {
        try {
            for (int i = 0; i < INVOCATION_LOOKS && invocations.get() > 0; i++) {
                TimeUnit.MILLISECONDS.sleep(INVOCATION_LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void resumeIfAlone() {
        if (debugger == null) {
            new Thread(this::resume, "debug-resume").start();
        }
    }

    private void resume() {
        try {
            target.resumeAll();
        } catch (IOException e) {
            // It has ended.
            return;
        }
    }

    private synchronized void tell(Packet packet) {
        if (debugger != null) {
            try {
                debugger.send(packet);
            } catch (IOException e) {
                // It has gone; who reads from it notices, too.
                return;
            }
        }
    }

    private void take(Packet command) throws IOException {
        Consumer<Packet> answer = reply -> tell(reply.withId(command.id()));
        int code = command.code();
        if (command.isReply()) {
            throw new IOException("a debugger that answers");
        }
        if (code == DISPOSE) {
            tell(Packet.reply(command.id(), 0, new byte[0]));
            throw new IOException("the debugger goes");
        }
        if (CHANGES.contains(code)) {
            refuse(command);
        } else if (!isKnown(code)) {
            tell(Packet.reply(command.id(), NOT_IMPLEMENTED, new byte[0]));
        } else if (INVOCATIONS.contains(code)) {
            invocations.incrementAndGet();
            target.invoke(code, command.data(), code == INVOKE_IN_OBJECT, reply -> {
                invocations.decrementAndGet();
                answer.accept(reply);
                resumeIfAlone();
            });
        } else if (code == SET_REQUEST) {
            byte[] data = withoutUs(command.data());
            target.send(code, data, reply -> {
                requested(data, reply);
                answer.accept(reply);
            });
        } else {
            ended |= code == EXIT;
            forget(command);
            target.send(code, command.data(), code == CAPABILITIES ? reply -> answer.accept(modest(reply)) : answer);
        }
    }

    /** Others would make the JVM abort. */
    private static boolean isKnown(int code) {
        int set = code >> 8;
        int command = code & 0xff;
        return set < COMMANDS.length && command > 0 && command <= COMMANDS[set];
    }

    private void refuse(Packet command) {
        if (!refused) {
            refused = true;
            remarks.accept("the debugger wanted to change the program, and was refused: a replay shows what happened");
        }
        tell(Packet.reply(command.id(), NOT_IMPLEMENTED, new byte[0]));
    }

    /** A debugger offers only what the JVM says it can. */
    private static Packet modest(Packet capabilities) {
        byte[] data = capabilities.data().clone();
        for (int index : CHANGING_CAPABILITIES) {
            if (index < data.length) {
                data[index] = 0;
            }
        }
        return capabilities.withData(data);
    }

    /** A request for events, with the filter, before others, that what happens inside Hindsight is none. */
    private static byte[] withoutUs(byte[] request) {
        int head = 2 + Integer.BYTES;
        if (request.length < head || !SHOWN_WITHOUT_US.contains(request[0])) {
            return request;
        }
        byte[] pattern = Target.text("dev.hindsight.*");
        ByteBuffer content = ByteBuffer.wrap(request);
        return ByteBuffer.allocate(request.length + 1 + pattern.length)
                .put(request, 0, 2)
                .putInt(content.getInt(2) + 1)
                .put(CLASS_EXCLUDE)
                .put(pattern)
                .put(request, head, request.length - head)
                .array();
    }

    private synchronized void requested(byte[] request, Packet reply) {
        if (!reply.failed() && request.length > 0) {
            requests.put(reply.content().getInt(), request[0]);
        }
    }

    private synchronized void forget(Packet command) {
        if (command.code() == CLEAR_REQUEST && command.data().length == 1 + Integer.BYTES) {
            requests.remove(command.content().getInt(1));
        } else if (command.code() == CLEAR_BREAKPOINTS) {
            requests.values().removeIf(kind -> kind == BREAKPOINT);
        }
    }

    @Override
    public void close() {
        try {
            forDebuggers.close();
            forTarget.close();
            Wire last;
            synchronized (this) {
                last = debugger;
            }
            if (last != null) {
                last.close();
            }
        } catch (IOException e) {
            // Nobody is left to be told.
            return;
        }
    }
}
