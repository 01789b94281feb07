package dev.hindsight.app;

import dev.hindsight.trace.Event;
import dev.hindsight.trace.NativeRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Shows an event on one line. */
final class EventText {
    private static final int PREVIEW_BYTES = 48;
    private static final int MAX_ELEMENTS = 16;

    private final Resources resources;

    EventText(Resources resources) {
        this.resources = resources;
    }

    /** To be called before the resources follow the event. */
    String line(EventSequence.Entry entry) {
        Event event = entry.event();
        String moment = event.outcome() == Event.Outcome.UNDER_WAY ? "-" : "@" + event.order();
        return String.format(
                        "%3d %8d %9s  %-36s %s", entry.thread(), event.index(), moment, name(event), inAndOut(event))
                .stripTrailing();
    }

    /** The native, harmless. */
    String name(Event event) {
        return Printable.line(event.row().shortName());
    }

    /** What went in and what came out; to be called before the resources follow the event. */
    String inAndOut(Event event) {
        String in = Items.in(event).stream().map(item -> in(item)).collect(Collectors.joining(", "));
        return in.isEmpty() ? outcome(event) : in + " " + outcome(event);
    }

    private String in(Items.Item item) {
        return Items.isDescriptor(item.kind()) ? descriptor((Long) item.value()) : value(item.value());
    }

    private String descriptor(long number) {
        return resources
                .at(number)
                .map(resource -> number <= 2 && resource.path().equals(resource.name())
                        ? Printable.line(resource.name())
                        : "fd " + number + " " + Printable.quoted(resource.name()))
                .orElse("fd " + number);
    }

    private static String outcome(Event event) {
        return switch (event.outcome()) {
            case THREW -> "-> threw " + Printable.line(event.thrown());
            case UNDER_WAY -> "-> still under way when the recording ends";
            case RETURNED -> {
                String out = out(event);
                yield out.isEmpty() ? "" : "-> " + out;
            }
        };
    }

    private static String out(Event event) {
        List<String> shown = new ArrayList<>();
        List<Items.Item> items = Items.out(event);
        boolean counted =
                items.stream().anyMatch(item -> item.value() instanceof Event.Payload payload && payload.length() > 0);
        for (Items.Item item : items) {
            if (item.kind() == NativeRow.Kind.RESULT) {
                // The number of bytes stands with the bytes.
                if (!counted) {
                    shown.add(result(event.row(), item.value()));
                }
            } else if (Items.isDescriptor(item.kind())) {
                shown.add("fd " + item.value());
            } else if (!(item.value() instanceof Event.Payload payload) || payload.length() > 0) {
                shown.add(value(item.value()));
            }
        }
        return String.join(", ", shown);
    }

    private static String result(NativeRow row, Object value) {
        if (row.result().equals("boolean") && value instanceof Long number) {
            return number == 0 ? "false" : "true";
        }
        return value(value);
    }

    private static String value(Object value) {
        if (value instanceof Event.Payload payload) {
            return payload(payload);
        }
        if (value instanceof List<?> list) {
            String more = list.size() > MAX_ELEMENTS ? ", ... " + list.size() + " in all" : "";
            return list.stream().limit(MAX_ELEMENTS).map(EventText::value).collect(Collectors.joining(", ", "[", more))
                    + "]";
        }
        return value instanceof String text ? Printable.quoted(text) : String.valueOf(value);
    }

    private static String payload(Event.Payload payload) {
        byte[] bytes = payload.bytes();
        boolean all = payload.complete() && bytes.length <= PREVIEW_BYTES;
        byte[] start = Arrays.copyOf(bytes, Math.min(bytes.length, PREVIEW_BYTES));
        return payload.length()
                + (payload.length() == 1 ? " byte " : " bytes ")
                + Printable.quoted(new String(start, charset(start)))
                + (all ? "" : "...");
    }

    /** Bytes that are not text are shown one character each. */
    private static java.nio.charset.Charset charset(byte[] bytes) {
        String decoded = new String(bytes, StandardCharsets.UTF_8);
        int broken = decoded.indexOf('\ufffd');
        // A character that the preview cuts at its end is no sign of binary data.
        return broken < 0 || broken >= decoded.length() - 1 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    }
}
