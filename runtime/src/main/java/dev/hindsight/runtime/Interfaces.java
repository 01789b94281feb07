package dev.hindsight.runtime;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;

/** Interfaces of the network as texts, one after the other: their fields, in a fixed order, lists with their length before. */
final class Interfaces {
    private static final long NAME = Vm.offsetOf(NetworkInterface.class, "name");
    private static final long DISPLAY_NAME = Vm.offsetOf(NetworkInterface.class, "displayName");
    private static final long INDEX = Vm.offsetOf(NetworkInterface.class, "index");
    private static final long ADDRESSES = Vm.offsetOf(NetworkInterface.class, "addrs");
    private static final long BINDINGS = Vm.offsetOf(NetworkInterface.class, "bindings");
    private static final long CHILDREN = Vm.offsetOf(NetworkInterface.class, "childs");
    private static final long PARENT = Vm.offsetOf(NetworkInterface.class, "parent");
    private static final long VIRTUAL = Vm.offsetOf(NetworkInterface.class, "virtual");
    private static final long BINDING_ADDRESS = Vm.offsetOf(InterfaceAddress.class, "address");
    private static final long BINDING_BROADCAST = Vm.offsetOf(InterfaceAddress.class, "broadcast");
    private static final long BINDING_LENGTH = Vm.offsetOf(InterfaceAddress.class, "maskLength");

    private static final long HOLDER = Vm.offsetOf(Inet6Address.class, "holder6");
    private static final long SCOPE = Vm.offsetOf(Vm.typeOf(Inet6Address.class, "holder6"), "scope_ifname");

    private final String[] texts;
    private int at;

    private Interfaces(String[] texts) {
        this.texts = texts;
    }

    /** Hands interfaces to the log, or takes them from there. */
    static NetworkInterface[] pass(EventSink sink, NetworkInterface[] value) {
        String[] texts;
        sink.mute();
        try {
            texts = value == null ? null : encode(value);
        } finally {
            sink.unmute();
        }
        texts = sink.texts(texts);
        if (value != null || texts == null) {
            return value;
        }
        sink.mute();
        try {
            return new Interfaces(texts).decode(null);
        } catch (InstantiationException e) {
            throw new InternalError(e);
        } finally {
            sink.unmute();
        }
    }

    private static String[] encode(NetworkInterface[] interfaces) {
        List<String> texts = new ArrayList<>();
        encode(interfaces, texts);
        return texts.toArray(new String[0]);
    }

    private static void encode(NetworkInterface[] interfaces, List<String> texts) {
        texts.add(interfaces == null ? null : Integer.toString(interfaces.length));
        if (interfaces == null) {
            return;
        }
        for (NetworkInterface one : interfaces) {
            texts.add((String) Vm.getReference(one, NAME));
            texts.add((String) Vm.getReference(one, DISPLAY_NAME));
            texts.add(Integer.toString(one.getIndex()));
            texts.add(one.isVirtual() ? "virtual" : "");
            InetAddress[] addresses = (InetAddress[]) Vm.getReference(one, ADDRESSES);
            texts.add(addresses == null ? null : Integer.toString(addresses.length));
            for (int i = 0; addresses != null && i < addresses.length; i++) {
                encode(addresses[i], texts);
            }
            InterfaceAddress[] bindings = (InterfaceAddress[]) Vm.getReference(one, BINDINGS);
            texts.add(bindings == null ? null : Integer.toString(bindings.length));
            for (int i = 0; bindings != null && i < bindings.length; i++) {
                encode((InetAddress) Vm.getReference(bindings[i], BINDING_ADDRESS), texts);
                texts.add(Addresses.encode((InetAddress) Vm.getReference(bindings[i], BINDING_BROADCAST)));
                texts.add(Short.toString(bindings[i].getNetworkPrefixLength()));
            }
            encode((NetworkInterface[]) Vm.getReference(one, CHILDREN), texts);
        }
    }

    /** An address, and whether it knows its interface. */
    private static void encode(InetAddress address, List<String> texts) {
        texts.add(Addresses.encode(address));
        boolean knows = address instanceof Inet6Address six && six.getScopedInterface() != null;
        texts.add(knows ? "scoped" : "");
    }

    private InetAddress address(NetworkInterface owner) {
        InetAddress address = Addresses.decode(next());
        if (!next().isEmpty()) {
            Object holder = Vm.getReference(address, HOLDER);
            Vm.setReference(holder, SCOPE, owner);
        }
        return address;
    }

    private NetworkInterface[] decode(NetworkInterface parent) throws InstantiationException {
        int count = count();
        if (count < 0) {
            return null;
        }
        NetworkInterface[] interfaces = new NetworkInterface[count];
        for (int i = 0; i < count; i++) {
            NetworkInterface one = (NetworkInterface) Vm.allocate(NetworkInterface.class);
            interfaces[i] = one;
            Vm.setReference(one, NAME, next());
            Vm.setReference(one, DISPLAY_NAME, next());
            Vm.setInt(one, INDEX, Integer.parseInt(next()));
            Vm.setByte(one, VIRTUAL, (byte) (next().isEmpty() ? 0 : 1));
            Vm.setReference(one, ADDRESSES, addresses(one));
            Vm.setReference(one, BINDINGS, bindings(one));
            Vm.setReference(one, PARENT, parent);
            Vm.setReference(one, CHILDREN, decode(one));
        }
        return interfaces;
    }

    private InetAddress[] addresses(NetworkInterface owner) {
        int count = count();
        InetAddress[] addresses = count < 0 ? null : new InetAddress[count];
        for (int i = 0; i < count; i++) {
            addresses[i] = address(owner);
        }
        return addresses;
    }

    private InterfaceAddress[] bindings(NetworkInterface owner) throws InstantiationException {
        int count = count();
        InterfaceAddress[] bindings = count < 0 ? null : new InterfaceAddress[count];
        for (int i = 0; i < count; i++) {
            bindings[i] = (InterfaceAddress) Vm.allocate(InterfaceAddress.class);
            Vm.setReference(bindings[i], BINDING_ADDRESS, address(owner));
            Vm.setReference(bindings[i], BINDING_BROADCAST, (Inet4Address) Addresses.decode(next()));
            Vm.setShort(bindings[i], BINDING_LENGTH, Short.parseShort(next()));
        }
        return bindings;
    }

    private int count() {
        String text = next();
        return text == null ? -1 : Integer.parseInt(text);
    }

    private String next() {
        return texts[at++];
    }
}
