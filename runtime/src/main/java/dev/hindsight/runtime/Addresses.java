package dev.hindsight.runtime;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Addresses of the network as texts: the address in hexadecimal digits, its scope and, if it has one, its name. */
final class Addresses {
    private static final int DIGITS = 16;

    private Addresses() {}

    /** Hands addresses to the log, or takes them from there. */
    static InetAddress[] pass(EventSink sink, InetAddress[] value) {
        String[] texts = sink.texts(texts(sink, value));
        if (value != null || texts == null) {
            return value;
        }
        InetAddress[] addresses = new InetAddress[texts.length];
        for (int i = 0; i < texts.length; i++) {
            addresses[i] = decode(sink, texts[i]);
        }
        return addresses;
    }

    static InetAddress pass(EventSink sink, InetAddress value) {
        InetAddress[] passed = pass(sink, value == null ? null : new InetAddress[] {value});
        return passed == null ? null : passed[0];
    }

    /** An address and a port. */
    static InetSocketAddress pass(EventSink sink, InetSocketAddress value) {
        String[] texts = sink.texts(
                value == null
                        ? null
                        : new String[] {text(sink, value.getAddress()), Integer.toString(value.getPort())});
        if (value != null || texts == null) {
            return value;
        }
        sink.mute();
        try {
            return new InetSocketAddress(decode(texts[0]), Integer.parseInt(texts[1]));
        } finally {
            sink.unmute();
        }
    }

    private static String[] texts(EventSink sink, InetAddress[] addresses) {
        if (addresses == null) {
            return null;
        }
        String[] texts = new String[addresses.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text(sink, addresses[i]);
        }
        return texts;
    }

    static String text(EventSink sink, InetAddress address) {
        sink.mute();
        try {
            return encode(address);
        } finally {
            sink.unmute();
        }
    }

    private static InetAddress decode(EventSink sink, String text) {
        sink.mute();
        try {
            return decode(text);
        } finally {
            sink.unmute();
        }
    }

    static String encode(InetAddress address) {
        if (address == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (byte b : address.getAddress()) {
            text.append(Character.forDigit(b >>> 4 & 15, DIGITS)).append(Character.forDigit(b & 15, DIGITS));
        }
        int scope = address instanceof Inet6Address six ? six.getScopeId() : 0;
        String shown = address.toString();
        return text.append(' ')
                .append(scope)
                .append(' ')
                .append(shown, 0, shown.indexOf('/'))
                .toString();
    }

    static InetAddress decode(String text) {
        if (text == null) {
            return null;
        }
        int space = text.indexOf(' ');
        int second = text.indexOf(' ', space + 1);
        byte[] bytes = new byte[space / 2];
        for (int k = 0; k < bytes.length; k++) {
            bytes[k] = (byte) (Character.digit(text.charAt(2 * k), DIGITS) << 4
                    | Character.digit(text.charAt(2 * k + 1), DIGITS));
        }
        int scope = Integer.parseInt(text.substring(space + 1, second));
        String name = second + 1 == text.length() ? null : text.substring(second + 1);
        try {
            return scope > 0 && bytes.length == DIGITS
                    ? Inet6Address.getByAddress(name, bytes, scope)
                    : InetAddress.getByAddress(name, bytes);
        } catch (UnknownHostException e) {
            throw new InternalError(e);
        }
    }
}
