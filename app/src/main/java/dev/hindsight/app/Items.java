package dev.hindsight.app;

import dev.hindsight.trace.Event;
import dev.hindsight.trace.NativeRow;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The pieces of an event, each with what the table of natives says it is. */
final class Items {
    private static final Set<NativeRow.Kind> DESCRIPTORS = EnumSet.of(NativeRow.Kind.FD, NativeRow.Kind.IFD);
    private static final Set<NativeRow.Kind> NAMES =
            EnumSet.of(NativeRow.Kind.TEXT, NativeRow.Kind.FILE, NativeRow.Kind.PATH);

    /** One piece; its value is null where the program passed or got null. */
    record Item(NativeRow.Kind kind, Object value) {}

    private Items() {}

    /** What went in, as far as it was recorded. */
    static List<Item> in(Event event) {
        return pair(event.row(), event.row().in(), event.in());
    }

    static List<Item> out(Event event) {
        return pair(event.row(), event.row().out(), event.out());
    }

    // There may be a hundred million events: loops here, no streams.

    private static List<Item> pair(NativeRow row, List<NativeRow.Item> pieces, List<Object> values) {
        List<Item> items = new ArrayList<>(values.size());
        for (int i = 0; i < pieces.size() && items.size() < values.size(); i++) {
            NativeRow.Kind kind = pieces.get(i).kind();
            if (!kind.isSilent()) {
                items.add(new Item(kind, readable(row, kind, values.get(items.size()))));
            }
        }
        return items;
    }

    private static Object readable(NativeRow row, NativeRow.Kind kind, Object value) {
        if (kind == NativeRow.Kind.ADDRESS && value instanceof String text) {
            return Endpoints.address(text);
        }
        boolean addresses = kind == NativeRow.Kind.ENDPOINT
                || kind == NativeRow.Kind.RESULT && row.result().startsWith("InetAddress");
        return addresses ? Endpoints.addresses(value) : value;
    }

    /** The descriptors that went in. */
    static List<Long> descriptors(Event event) {
        List<Long> descriptors = new ArrayList<>(2);
        for (Item item : in(event)) {
            if (DESCRIPTORS.contains(item.kind()) && item.value() instanceof Long descriptor) {
                descriptors.add(descriptor);
            }
        }
        return descriptors;
    }

    /** The first path that went in. */
    static Optional<String> name(Event event) {
        for (Item item : in(event)) {
            if (NAMES.contains(item.kind()) && item.value() instanceof String name) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    /** The number that was returned. */
    static Optional<Long> result(Event event) {
        for (Item item : out(event)) {
            if (item.kind() == NativeRow.Kind.RESULT && item.value() instanceof Long result) {
                return Optional.of(result);
            }
        }
        return Optional.empty();
    }

    static boolean isDescriptor(NativeRow.Kind kind) {
        return DESCRIPTORS.contains(kind) || kind == NativeRow.Kind.DESCRIPTOR;
    }
}
