package dev.hindsight.session;

import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Takes what a replay needs to know out of a manifest, which anybody may have written. */
final class LaunchFacts {
    private final Map<?, ?> manifest;

    LaunchFacts(Recording recording) {
        this.manifest = recording.manifest();
    }

    /** The text at a path of keys. */
    String text(String... keys) throws CorruptRecordingException {
        if (find(keys) instanceof String text) {
            return text;
        }
        throw new CorruptRecordingException("the manifest does not name " + String.join(".", keys));
    }

    String textOr(String otherwise, String... keys) {
        return find(keys) instanceof String text ? text : otherwise;
    }

    /** The number at a path of keys, not below 0. */
    long number(long otherwise, String... keys) {
        return find(keys) instanceof Long number ? Math.max(number, 0) : otherwise;
    }

    boolean isTrue(String... keys) {
        return Boolean.TRUE.equals(find(keys));
    }

    /** The texts of the list at a path of keys; empty if there is none. */
    List<String> texts(String... keys) throws CorruptRecordingException {
        List<String> texts = new ArrayList<>();
        if (find(keys) instanceof List<?> list) {
            for (Object element : list) {
                if (!(element instanceof String text)) {
                    throw new CorruptRecordingException("the manifest's " + String.join(".", keys) + " is damaged");
                }
                texts.add(text);
            }
        }
        return texts;
    }

    private Object find(String... keys) {
        Object at = manifest;
        for (String key : keys) {
            at = at instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return at;
    }
}
