package dev.hindsight.runtime;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Addresses of the network as texts: the address in hexadecimal digits, its scope and, if it has one, its name. */
final class Addresses {
    private static final int DIGITS = 16;

    private Addresses() {}

    /** Hands addresses to the log, or takes them from there. */
    static InetAddress[] pass(EventSink sink, InetAddress[] value) {
        String[] texts = null;
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
            return decode(texts);
        } finally {
            sink.unmute();
        }
    }

    private static String[] encode(InetAddress[] addresses) {
        String[] texts = new String[addresses.length];
        for (int i = 0; i < addresses.length; i++) {
            StringBuilder text = new StringBuilder();
            for (byte b : addresses[i].getAddress()) {
                text.append(Character.forDigit(b >>> 4 & 15, DIGITS)).append(Character.forDigit(b & 15, DIGITS));
            }
            int scope = addresses[i] instanceof Inet6Address six ? six.getScopeId() : 0;
            String shown = addresses[i].toString();
            text.append(' ').append(scope).append(' ').append(shown, 0, shown.indexOf('/'));
            texts[i] = text.toString();
        }
        return texts;
    }

    private static InetAddress[] decode(String[] texts) {
        InetAddress[] addresses = new InetAddress[texts.length];
        for (int i = 0; i < texts.length; i++) {
            int space = texts[i].indexOf(' ');
            int second = texts[i].indexOf(' ', space + 1);
            byte[] bytes = new byte[space / 2];
            for (int k = 0; k < bytes.length; k++) {
                bytes[k] = (byte) (Character.digit(texts[i].charAt(2 * k), DIGITS) << 4
                        | Character.digit(texts[i].charAt(2 * k + 1), DIGITS));
            }
            int scope = Integer.parseInt(texts[i].substring(space + 1, second));
            String name = second + 1 == texts[i].length() ? null : texts[i].substring(second + 1);
            try {
                addresses[i] = scope > 0 && bytes.length == DIGITS
                        ? Inet6Address.getByAddress(name, bytes, scope)
                        : InetAddress.getByAddress(name, bytes);
            } catch (UnknownHostException e) {
                throw new InternalError(e);
            }
        }
        return addresses;
    }
}
