package dev.hindsight.runtime;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import jdk.internal.misc.VM;

/** The pieces of an event that only the network has: addresses, interfaces, and what waits on several descriptors. */
public final class NetHooks {
    /** As the kernel lays out {@code struct epoll_event}; packed on one of our processors. */
    private static final boolean PACKED = "amd64".equals(VM.getSavedProperty("os.arch"));

    private static final int EVENT_SIZE = PACKED ? 12 : 16;
    private static final int EVENT_DESCRIPTOR = PACKED ? 4 : 8;
    /** {@code struct pollfd}: descriptor, what is asked for, what was found. */
    private static final int POLLED_SIZE = 8;

    private static final int POLLED_FOUND = 6;
    /** The largest socket address that the JDK has room for. */
    private static final int SENDER_SIZE = 28;

    private static final int HALF = 32;

    private NetHooks() {}

    /** The JDK asks for this property when it loads the library, which was loaded before the program could set it. */
    public static boolean hasIpv6(boolean found) {
        return found && !Boolean.getBoolean("java.net.preferIPv4Stack");
    }

    /** Before a name is looked up: the native initialises these, and a replay does not call it. */
    public static void looksUp() {
        Hooks.initialize(Inet4Address.class);
        Hooks.initialize(Inet6Address.class);
    }

    public static void inAddress(EventSink sink, InetAddress value) {
        if (sink != null) {
            sink.inText(Addresses.text(sink, value));
        }
    }

    public static void inArray(EventSink sink, byte[] value) {
        if (sink != null) {
            sink.inData(value, 0, value == null ? 0 : value.length);
        }
    }

    public static InetAddress[] addresses(EventSink sink, InetAddress[] value) {
        return sink == null ? value : Addresses.pass(sink, value);
    }

    public static InetAddress address(EventSink sink, InetAddress value) {
        return sink == null ? value : Addresses.pass(sink, value);
    }

    public static NetworkInterface[] interfaces(EventSink sink, NetworkInterface[] value) {
        return sink == null ? value : Interfaces.pass(sink, value);
    }

    public static NetworkInterface networkInterface(EventSink sink, NetworkInterface value) {
        if (sink == null) {
            return value;
        }
        NetworkInterface[] passed = Interfaces.pass(sink, value == null ? null : new NetworkInterface[] {value});
        return passed == null ? null : passed[0];
    }

    /** The first element is who is at the other end. */
    public static void outEndpoint(EventSink sink, InetSocketAddress[] values) {
        if (sink != null) {
            values[0] = Addresses.pass(sink, values[0]);
        }
    }

    /** The first element is the path of a socket. */
    public static void outName(EventSink sink, Object[] values) {
        if (sink != null) {
            values[0] = sink.bytes((byte[]) values[0]);
        }
    }

    /** Who sent a packet; the JDK reads it from memory. */
    public static void outSender(EventSink sink, long address, long result) {
        if (sink != null) {
            sink.outBuffer(address, result < 0 ? 0 : SENDER_SIZE);
        }
    }

    public static void outEvents(EventSink sink, long address, long count) {
        if (sink == null) {
            return;
        }
        int[] found = new int[(int) Math.max(count, 0)];
        int[] descriptors = new int[found.length];
        for (int i = 0; i < found.length; i++) {
            long event = address + (long) i * EVENT_SIZE;
            found[i] = Vm.intAt(event);
            descriptors[i] = Vm.intAt(event + EVENT_DESCRIPTOR);
        }
        sink.outInts(found);
        sink.outDescriptors(descriptors);
        for (int i = 0; i < found.length; i++) {
            long event = address + (long) i * EVENT_SIZE;
            Vm.setIntAt(event, found[i]);
            Vm.setIntAt(event + EVENT_DESCRIPTOR, descriptors[i]);
        }
    }

    public static void outPolled(EventSink sink, long address, int count) {
        if (sink == null) {
            return;
        }
        int[] found = new int[count];
        for (int i = 0; i < count; i++) {
            found[i] = Vm.shortAt(address + (long) i * POLLED_SIZE + POLLED_FOUND);
        }
        sink.outInts(found);
        for (int i = 0; i < count; i++) {
            Vm.setShortAt(address + (long) i * POLLED_SIZE + POLLED_FOUND, (short) found[i]);
        }
    }

    public static void outDescriptors(EventSink sink, int[] values) {
        if (sink != null) {
            sink.outDescriptors(values);
        }
    }

    /** Two descriptors in one number. */
    public static long pipe(EventSink sink, long value) {
        if (sink == null) {
            return value;
        }
        int[] both = {(int) (value >>> HALF), (int) value};
        sink.outDescriptors(both);
        return (long) both[0] << HALF | both[1] & 0xffffffffL;
    }
}
