package dev.hindsight.app;

import dev.hindsight.trace.Event;
import dev.hindsight.trace.NativeRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Bytes that an event moved between the program and a resource.
 *
 * @param payload what moved; incomplete if the recording holds only its beginning
 */
record Transfer(Resource resource, Direction direction, Event.Payload payload) {
    /** As seen by the program. */
    enum Direction {
        READ,
        WRITTEN
    }

    /** Natives whose bytes are not content of the file, or not again: attributes beside it, memory that is flushed. */
    private static final Set<String> NO_CONTENT =
            Set.of("fgetxattr0", "fsetxattr0", "flistxattr", "force0", "fileChanged");

    private static final Set<String> WRITES_ONE_BYTE = Set.of("write", "write0");

    /** What an event moved; at most two transfers come from one. To be called before the resources follow it. */
    static List<Transfer> of(Event event, Resources resources) {
        List<Long> descriptors = Items.descriptors(event);
        if (event.outcome() != Event.Outcome.RETURNED
                || descriptors.isEmpty()
                || NO_CONTENT.contains(event.row().name())) {
            return List.of();
        }
        Optional<Resource> resource = resources.at(descriptors.get(0));
        if (resource.isEmpty()) {
            return List.of();
        }
        List<Transfer> transfers = new ArrayList<>();
        read(event).ifPresent(payload -> transfers.add(new Transfer(resource.get(), Direction.READ, payload)));
        for (Event.Payload payload : written(event)) {
            transfers.add(new Transfer(resource.get(), Direction.WRITTEN, payload));
        }
        return transfers;
    }

    private static Optional<Event.Payload> read(Event event) {
        for (Items.Item item : Items.out(event)) {
            if (item.value() instanceof Event.Payload payload) {
                return payload.length() == 0 ? Optional.empty() : Optional.of(payload);
            }
        }
        boolean oneByte =
                event.row().name().equals("read0") && event.row().out().size() == 1;
        return oneByte ? Items.result(event).filter(value -> value >= 0).map(Transfer::single) : Optional.empty();
    }

    private static List<Event.Payload> written(Event event) {
        List<Event.Payload> given = new ArrayList<>();
        List<Items.Item> in = Items.in(event);
        for (Items.Item item : in) {
            if (item.value() instanceof Event.Payload payload) {
                given.add(payload);
            } else if (item.kind() == NativeRow.Kind.VECTOR && item.value() instanceof List<?> parts) {
                parts.forEach(part -> given.add((Event.Payload) part));
            }
        }
        boolean oneByte = given.isEmpty()
                && WRITES_ONE_BYTE.contains(event.row().name())
                && in.size() == 2
                && in.get(1).kind() == NativeRow.Kind.NUMBER;
        if (oneByte) {
            return List.of(single((Long) in.get(1).value()));
        }
        return limit(given, Items.result(event).orElse(Long.MAX_VALUE));
    }

    /** The operating system may take less than it is offered. */
    private static List<Event.Payload> limit(List<Event.Payload> offered, long taken) {
        List<Event.Payload> payloads = new ArrayList<>();
        long left = taken;
        for (Event.Payload payload : offered) {
            long length = Math.min(payload.length(), left);
            if (length > 0) {
                byte[] bytes = payload.bytes();
                payloads.add(new Event.Payload(
                        bytes.length > length ? Arrays.copyOf(bytes, (int) length) : bytes, length, 0));
            }
            left -= Math.max(length, 0);
        }
        return payloads;
    }

    private static Event.Payload single(long value) {
        return new Event.Payload(new byte[] {(byte) value}, 1, 0);
    }
}
