package dev.hindsight.app;

import dev.hindsight.trace.Event;
import dev.hindsight.trace.NativeRow;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows at each event what the program's descriptors stand for, by following those that open and close them. */
final class Resources {
    private static final Resource NOWHERE = new Resource("/dev/null", "/dev/null");

    private static final String ANY_PORT = ":0";
    private static final List<String> STREAMS = List.of("stdin", "stdout", "stderr");

    private final String workingDirectory;
    private final Map<Long, Resource> open = new HashMap<>();

    Resources(String workingDirectory) {
        this.workingDirectory = workingDirectory;
        open.put(0L, Resource.STDIN);
        open.put(1L, Resource.STDOUT);
        open.put(2L, Resource.STDERR);
    }

    Optional<Resource> at(long descriptor) {
        return Optional.ofNullable(open.get(descriptor));
    }

    /** Takes note of an event; to be called with each, in their order. */
    void follow(Event event) {
        String name = event.row().name();
        List<Long> descriptors = Items.descriptors(event);
        if (isClose(name)) {
            // Closing counts even if it failed: Linux has given the number free by then.
            descriptors.forEach(this::close);
        } else if (event.outcome() != Event.Outcome.RETURNED) {
            return;
        } else if (name.equals("dup0") && descriptors.size() == 2) {
            alias(descriptors.get(1), descriptors.get(0));
        } else {
            opened(event).ifPresent(descriptor -> opened(descriptor, event));
            connected(event, name, descriptors);
        }
    }

    /** Sockets and pipes get names when it is known where they lead; a table may be anybody's, so nothing is taken for granted. */
    private void connected(Event event, String name, List<Long> descriptors) {
        if (descriptors.isEmpty() && !name.equals("forkAndExec")) {
            return;
        }
        List<Items.Item> out = Items.out(event);
        long result = Items.result(event).orElse(0L);
        if (name.equals("accept")) {
            Object descriptor = value(out, NativeRow.Kind.FD);
            if (descriptor instanceof Long accepted
                    && value(out, NativeRow.Kind.ENDPOINT) instanceof List<?> peer
                    && peer.size() == 2) {
                named(accepted, Endpoints.endpoint(peer.get(0), peer.get(1)));
            }
        } else if (name.equals("forkAndExec")) {
            if (value(out, NativeRow.Kind.DESCRIPTORS) instanceof List<?> pipes && pipes.size() == STREAMS.size()) {
                for (int i = 0; i < STREAMS.size(); i++) {
                    named((Long) pipes.get(i), STREAMS.get(i) + " of process " + result);
                }
            }
        } else {
            located(event, name, descriptors.get(0), result);
        }
    }

    private void located(Event event, String name, long descriptor, long result) {
        List<Items.Item> in = Items.in(event);
        if (name.equals("connect0") || name.equals("bind0")) {
            if (value(in, NativeRow.Kind.ARRAY) instanceof Event.Payload path) {
                named(descriptor, "unix:" + new String(path.bytes(), StandardCharsets.UTF_8));
            } else if (value(in, NativeRow.Kind.ADDRESS) instanceof String address) {
                named(
                        descriptor,
                        Endpoints.endpoint(address, in.get(in.size() - 1).value()));
            }
        } else if (name.equals("localPort")) {
            at(descriptor)
                    .map(Resource::name)
                    .filter(bound -> bound.endsWith(ANY_PORT))
                    .ifPresent(bound ->
                            named(descriptor, bound.substring(0, bound.length() - ANY_PORT.length()) + ":" + result));
        }
    }

    private static Object value(List<Items.Item> items, NativeRow.Kind kind) {
        for (Items.Item item : items) {
            if (item.kind() == kind && item.value() != null) {
                return item.value();
            }
        }
        return null;
    }

    private void named(long descriptor, String name) {
        if (descriptor > 2) {
            open.put(descriptor, new Resource(name, name));
        }
    }

    private static boolean isClose(String name) {
        return name.equals("close0") || name.equals("cleanupClose0") || name.equals("closeIntFD");
    }

    /** The JDK points the standard descriptors to /dev/null instead of closing them. */
    private void close(long descriptor) {
        if (descriptor >= 0 && descriptor <= 2) {
            open.put(descriptor, NOWHERE);
        } else {
            open.remove(descriptor);
        }
    }

    /** The descriptor that an event brought into being. */
    private static Optional<Long> opened(Event event) {
        boolean opens = event.row().name().startsWith("open");
        for (Items.Item item : Items.out(event)) {
            boolean fits = item.kind() == NativeRow.Kind.DESCRIPTOR || opens && item.kind() == NativeRow.Kind.FD;
            if (fits && item.value() instanceof Long descriptor) {
                return Optional.of(descriptor);
            }
        }
        return Optional.empty();
    }

    private void opened(long descriptor, Event event) {
        List<Long> given = Items.descriptors(event);
        Optional<String> name = Items.name(event);
        if (name.isPresent()) {
            String directory = given.isEmpty()
                    ? workingDirectory
                    : at(given.get(0)).map(Resource::path).orElse(workingDirectory);
            open.put(descriptor, Resource.file(name.get(), directory));
        } else if (!given.isEmpty()) {
            alias(descriptor, given.get(0));
        }
    }

    private void alias(long descriptor, long original) {
        at(original).ifPresent(resource -> open.put(descriptor, resource));
    }
}
