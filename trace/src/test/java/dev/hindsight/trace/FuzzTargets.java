package dev.hindsight.trace;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What must survive any input: each reads to the end, and anything but a {@link CorruptRecordingException} is a bug.
 *
 * <p>Besides, what was read must keep the promises of its types, so that callers can lean on them.
 */
final class FuzzTargets {
    private FuzzTargets() {}

    /** The whole file of a thread's log, read and skipped. */
    static void log(byte[] file, NativeTable table) throws IOException {
        try {
            readEvents(LogBytes.input(file), table);
        } catch (CorruptRecordingException e) {
            check(e);
        }
        try (ChunkReader chunks = LogBytes.chunks(file)) {
            while (chunks.skip()) {
                require(chunks.events() >= 0, "negative count of events");
            }
        } catch (CorruptRecordingException e) {
            check(e);
        }
    }

    /** Events behind a checksum that is right. */
    static void events(byte[] events, NativeTable table) throws IOException {
        try {
            readEvents(LogBytes.input(LogBytes.uncompressed(events)), table);
        } catch (CorruptRecordingException e) {
            check(e);
        }
    }

    private static void readEvents(EventInput input, NativeTable table) throws IOException {
        try (EventReader reader = new EventReader(input, table)) {
            long index = 0;
            long order = -1;
            for (Event event = reader.next(); event != null; event = reader.next()) {
                require(event.index() == index++, "an index is left out");
                if (event.outcome() == Event.Outcome.UNDER_WAY) {
                    require(event.order() == -1, "an event under way has an order");
                    require(reader.next() == null, "an event follows one under way");
                    break;
                }
                require(event.order() > order, "the order falls");
                order = event.order();
                require((event.thrown() != null) == (event.outcome() == Event.Outcome.THREW), "the outcome is unclear");
                event.in().forEach(FuzzTargets::checkItem);
                event.out().forEach(FuzzTargets::checkItem);
            }
        }
    }

    private static void checkItem(Object item) {
        if (item instanceof Event.Payload payload) {
            require(payload.length() >= payload.bytes().length, "more bytes than there were");
        } else if (item instanceof Iterable<?> items) {
            items.forEach(FuzzTargets::checkItem);
        } else {
            require(item == null || item instanceof Long || item instanceof String, "an item of an unknown type");
        }
    }

    /** A store of classes, with the content of all. */
    static void classes(byte[] file) throws IOException {
        try {
            ClassStore store = ClassStore.read(new ByteArrayInputStream(file));
            for (ClassStore.Entry entry : store.entries()) {
                store.manifest(entry.source());
                try {
                    store.content(entry);
                } catch (CorruptRecordingException e) {
                    check(e);
                }
            }
        } catch (CorruptRecordingException e) {
            check(e);
        }
    }

    /** A recording of which one text file is anything; its log is then read with its table. */
    static void recording(Path directory, String name, byte[] content) throws IOException {
        Path file = directory.resolve(name);
        byte[] original = Files.readAllBytes(file);
        Files.write(file, content);
        try {
            Recording recording = Recording.open(directory);
            recording.countEvents();
            for (int thread : recording.threads()) {
                try (EventReader events = recording.openEvents(thread)) {
                    for (Event event = events.next(); event != null; event = events.next()) {
                        event.row().shortName();
                    }
                }
            }
        } catch (CorruptRecordingException e) {
            check(e);
            require(
                    e.getMessage().length() < 300 + directory.toString().length(),
                    "a message shows what it should not");
        } finally {
            Files.write(file, original);
        }
    }

    /** The parsers of text alone: no file, so more of them in a second. */
    static void text(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        try {
            Object value = Json.parse(text);
            require(Objects.equals(Json.parse(Json.write(value)), value), "JSON does not come back");
        } catch (CorruptRecordingException e) {
            check(e);
        }
        try {
            for (NativeRow row : NativeTable.parse(text).rows()) {
                row.signature();
                row.shortName();
            }
        } catch (CorruptRecordingException e) {
            check(e);
        }
    }

    private static void check(CorruptRecordingException e) {
        String message = e.getMessage();
        require(message != null && !message.isBlank(), "an error without a message");
        for (int i = 0; i < message.length(); i++) {
            require(message.charAt(i) >= ' ' && message.charAt(i) != 0x7f, "an error that would upset a terminal");
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
