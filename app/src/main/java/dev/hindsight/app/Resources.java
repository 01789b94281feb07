package dev.hindsight.app;

import dev.hindsight.trace.Event;
import dev.hindsight.trace.NativeRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows at each event what the program's descriptors stand for, by following those that open and close them. */
final class Resources {
    private static final Resource NOWHERE = new Resource("/dev/null", "/dev/null");

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
        return Items.out(event).stream()
                .filter(item -> item.kind() == NativeRow.Kind.DESCRIPTOR || opens && item.kind() == NativeRow.Kind.FD)
                .filter(item -> item.value() instanceof Long)
                .map(item -> (Long) item.value())
                .findFirst();
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
