package dev.hindsight.app;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.List;

/** Shows addresses of the network, which recordings hold as hexadecimal digits, a scope and perhaps a name. */
final class Endpoints {
    private Endpoints() {}

    /** The address as people write it; what is no address is shown as it is. */
    static String address(String recorded) {
        String[] parts = recorded.split(" ", 3);
        try {
            byte[] bytes = HexFormat.of().parseHex(parts[0]);
            String address = InetAddress.getByAddress(bytes).getHostAddress();
            return parts.length < 3 || parts[2].isEmpty() ? address : parts[2] + "/" + address;
        } catch (IllegalArgumentException | UnknownHostException e) {
            return recorded;
        }
    }

    /** An address, which may be null, and a port. */
    static String endpoint(Object address, Object port) {
        String host = address instanceof String text ? text : "*";
        int slash = host.lastIndexOf('/');
        String digits = host.substring(slash + 1);
        return (digits.contains(":") ? "[" + digits + "]" : digits) + ":" + port;
    }

    /** Addresses in a list, and whatever else is there. */
    static Object addresses(Object value) {
        if (value instanceof List<?> list) {
            return list.stream()
                    .map(each -> each instanceof String text ? (Object) address(text) : each)
                    .toList();
        }
        return value;
    }
}
