package dev.hindsight.runtime;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLStreamHandler;
import jdk.internal.misc.Unsafe;

/**
 * Makes URLs of what the JDK finds, without asking the program for their protocols: it may have a factory for those, which the recorded run asked
 * at other times, or never.
 */
public final class Urls {
    private static final String[] PROTOCOLS = {"jar", "file", "jrt"};

    private Urls() {}

    @SuppressWarnings("deprecation")
    public static URL of(String location) throws MalformedURLException {
        for (String protocol : PROTOCOLS) {
            if (location.startsWith(protocol) && location.startsWith(":", protocol.length())) {
                return new URL(null, location, handler(protocol));
            }
        }
        return new URL(location);
    }

    /** Has no fields, and its constructor does nothing. */
    private static URLStreamHandler handler(String protocol) {
        try {
            Class<?> type =
                    Class.forName("sun.net.www.protocol.".concat(protocol).concat(".Handler"), true, null);
            return (URLStreamHandler) Unsafe.getUnsafe().allocateInstance(type);
        } catch (ClassNotFoundException | InstantiationException e) {
            throw new InternalError(e);
        }
    }
}
