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

    private static List<Item> pair(NativeRow row, List<NativeRow.Item> pieces, List<Object> values) {
        List<NativeRow.Kind> kinds = pieces.stream()
                .map(NativeRow.Item::kind)
                .filter(kind -> !kind.isSilent())
                .toList();
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < Math.min(kinds.size(), values.size()); i++) {
            items.add(new Item(kinds.get(i), readable(row, kinds.get(i), values.get(i))));
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
        return in(event).stream()
                .filter(item -> DESCRIPTORS.contains(item.kind()) && item.value() instanceof Long)
                .map(item -> (Long) item.value())
                .toList();
    }

    /** The first path that went in. */
    static Optional<String> name(Event event) {
        return in(event).stream()
                .filter(item -> NAMES.contains(item.kind()) && item.value() instanceof String)
                .map(item -> (String) item.value())
                .findFirst();
    }

    /** The number that was returned. */
    static Optional<Long> result(Event event) {
        return out(event).stream()
                .filter(item -> item.kind() == NativeRow.Kind.RESULT && item.value() instanceof Long)
                .map(item -> (Long) item.value())
                .findFirst();
    }

    static boolean isDescriptor(NativeRow.Kind kind) {
        return DESCRIPTORS.contains(kind) || kind == NativeRow.Kind.DESCRIPTOR;
    }
}
