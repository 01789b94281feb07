package dev.hindsight.app;

import dev.hindsight.trace.Event;
import dev.hindsight.trace.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows an event as a JSON object on one line. */
final class EventJson {
    private final Resources resources;

    EventJson(Resources resources) {
        this.resources = resources;
    }

    /** To be called before the resources follow the event. */
    String line(EventSequence.Entry entry) {
        Event event = entry.event();
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("thread", entry.thread());
        object.put("index", event.index());
        object.put("order", event.order());
        object.put("native", event.row().owner() + "." + event.row().name());
        object.put("in", items(Items.in(event)));
        object.put("outcome", event.outcome().name().toLowerCase(Locale.ROOT));
        if (event.thrown() != null) {
            object.put("thrown", event.thrown());
        }
        object.put("out", items(Items.out(event)));
        // Json writes no line break inside a text, so each one in its output is layout.
        return Json.write(object).replaceAll("\n *", "");
    }

    private List<Object> items(List<Items.Item> items) {
        List<Object> objects = new ArrayList<>();
        for (Items.Item item : items) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("kind", item.kind().name().toLowerCase(Locale.ROOT));
            object.put("value", value(item.value()));
            if (Items.isDescriptor(item.kind()) && item.value() instanceof Long number) {
                resources.at(number).ifPresent(resource -> object.put("resource", resource.path()));
            }
            objects.add(object);
        }
        return objects;
    }

    private static Object value(Object value) {
        if (value instanceof Event.Payload payload) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("length", payload.length());
            object.put("base64", Base64.getEncoder().encodeToString(payload.bytes()));
            return object;
        }
        return value instanceof List<?> list ? values(list) : value;
    }

    private static List<Object> values(List<?> list) {
        List<Object> values = new ArrayList<>();
        list.forEach(element -> values.add(value(element)));
        return values;
    }
}
