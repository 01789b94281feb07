package dev.hindsight.app;

import dev.hindsight.trace.ChunkWriter;
import dev.hindsight.trace.ClassStoreWriter;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.NativeTable;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.Sealed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes a recording of events that a test makes up; the mirror of {@link EventReader}. */
final class SyntheticRecording {
    static final long CREATED_MILLIS = 1_700_000_000_000L;

    /** The table is filled up to this length, so that sizes stay the same when it grows. */
    private static final int TABLE_LENGTH = 1 << 16;

    private final Path directory;
    private final NativeTable table = NativeTable.current();
    private final Map<Integer, Stream> streams = new TreeMap<>();
    private final Map<String, Object> manifest = new LinkedHashMap<>();
    private final Map<String, Object> end = new LinkedHashMap<>();
    private long order;

    private static final class Stream {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long events;
        long lastOrder = -1;
    }

    SyntheticRecording(Path directory) {
        this.directory = directory;
        manifest.put("format", (long) Recording.FORMAT);
        manifest.put("hindsight", "0.1.0");
        manifest.put("createdMillis", CREATED_MILLIS);
        manifest.put("pid", Long.MAX_VALUE);
        manifest.put("jdk", Map.of("version", "17.0.1+9", "vm", "Test VM", "home", "/jdk"));
        manifest.put("os", Map.of("name", "Linux", "arch", "amd64"));
        Map<String, Object> launch = new LinkedHashMap<>();
        launch.put("mode", "class");
        launch.put("target", "a.Main");
        launch.put("mainClass", "a.Main");
        launch.put("arguments", List.of("x"));
        launch.put("vmArguments", List.of());
        manifest.put("launch", launch);
        manifest.put("workingDirectory", "/home/u");
        streams.put(0, new Stream());
    }

    SyntheticRecording manifest(String key, Object value) {
        manifest.put(key, value);
        return this;
    }

    SyntheticRecording end(String key, Object value) {
        end.put(key, value);
        return this;
    }

    /** An event of the main thread that returned; values stand for what its row names, in order. */
    SyntheticRecording returned(String owner, String name, Object... values) {
        return returnedIn(0, owner, name, values);
    }

    SyntheticRecording returnedIn(int thread, String owner, String name, Object... values) {
        Iterator<Object> left = List.of(values).iterator();
        NativeRow row = table.named(owner, name);
        ByteArrayOutputStream out = begin(thread, row, left);
        status(thread, 0, out);
        for (NativeRow.Item item : row.out()) {
            if (!item.kind().isSilent()) {
                writeOut(item, left.next(), out);
            }
        }
        return this;
    }

    SyntheticRecording threw(String owner, String name, int kind, String message, Object... values) {
        ByteArrayOutputStream out =
                begin(0, table.named(owner, name), List.of(values).iterator());
        status(0, EventReader.THREW, out);
        length(out, kind);
        text(out, message);
        number(out, 0);
        return this;
    }

    /** An event that was under way when the recording ended; must be the last of its thread. */
    SyntheticRecording underWay(String owner, String name, Object... values) {
        begin(0, table.named(owner, name), List.of(values).iterator());
        return this;
    }

    private ByteArrayOutputStream begin(int thread, NativeRow row, Iterator<Object> left) {
        Stream stream = streams.computeIfAbsent(thread, number -> new Stream());
        stream.events++;
        length(stream.bytes, row.id());
        for (NativeRow.Item item : row.in()) {
            if (item.kind() != NativeRow.Kind.POINTER) {
                writeIn(item, left.next(), stream.bytes);
            }
        }
        return stream.bytes;
    }

    private void status(int thread, int bits, ByteArrayOutputStream out) {
        Stream stream = streams.get(thread);
        long gap = order - stream.lastOrder - 1;
        length(out, gap > 0 ? bits | EventReader.GAP : bits);
        if (gap > 0) {
            length(out, gap);
        }
        stream.lastOrder = order++;
    }

    private static void writeIn(NativeRow.Item item, Object value, ByteArrayOutputStream out) {
        switch (item.kind()) {
            case FD, IFD, NUMBER -> number(out, ((Number) value).longValue());
            case TEXT, FILE, ADDRESS -> text(out, (String) value);
            case PATH -> byteArray(out, ((String) value).getBytes(StandardCharsets.UTF_8));
            case DATA, MEMORY, ARRAY -> data(out, bytes(value));
            case VECTOR -> {
                List<?> parts = (List<?>) value;
                number(out, parts.size());
                parts.forEach(part -> data(out, bytes(part)));
            }
            default -> throw new IllegalArgumentException(item.toString());
        }
    }

    private static void writeOut(NativeRow.Item item, Object value, ByteArrayOutputStream out) {
        switch (item.kind()) {
            case RESULT -> {
                if (value instanceof String text) {
                    text(out, text);
                } else {
                    number(out, ((Number) value).longValue());
                }
            }
            case CLOCK, DESCRIPTOR, FD, HANDLE -> number(out, ((Number) value).longValue());
            case MAPPING -> {
                number(out, 4096);
                length(out, bytes(value).length);
                out.writeBytes(bytes(value));
            }
            case BYTES, MEMORY, VECTOR -> out.writeBytes(bytes(value));
            case ENDPOINT -> {
                List<?> texts = (List<?>) value;
                length(out, texts.size() + 1);
                texts.forEach(each -> text(out, (String) each));
            }
            case DESCRIPTORS -> {
                List<?> numbers = (List<?>) value;
                length(out, numbers.size());
                numbers.forEach(each -> number(out, ((Number) each).longValue()));
            }
            default -> throw new IllegalArgumentException(item.toString());
        }
    }

    private static byte[] bytes(Object value) {
        return value instanceof byte[] bytes ? bytes : ((String) value).getBytes(StandardCharsets.UTF_8);
    }

    private static void data(ByteArrayOutputStream out, byte[] bytes) {
        boolean whole = bytes.length <= EventReader.WHOLE;
        length(out, (long) bytes.length << 1 | (whole ? 1 : 0));
        out.write(bytes, 0, Math.min(bytes.length, EventReader.WHOLE));
        if (!whole) {
            out.writeBytes(new byte[8]);
        }
    }

    private static void byteArray(ByteArrayOutputStream out, byte[] bytes) {
        length(out, bytes.length + 1);
        out.writeBytes(bytes);
    }

    private static void text(ByteArrayOutputStream out, String text) {
        length(out, text.length() + 1);
        for (char c : text.toCharArray()) {
            if (c < 0x80) {
                out.write(c);
            } else if (c < 0x800) {
                out.write(0xc0 | c >> 6);
                out.write(0x80 | c & 0x3f);
            } else {
                out.write(0xe0 | c >> 12);
                out.write(0x80 | c >> 6 & 0x3f);
                out.write(0x80 | c & 0x3f);
            }
        }
    }

    private static void number(ByteArrayOutputStream out, long value) {
        length(out, value << 1 ^ value >> 63);
    }

    private static void length(ByteArrayOutputStream out, long value) {
        long left = value;
        while ((left & ~0x7fL) != 0) {
            out.write((int) (left & 0x7f | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
    }

    Path write() throws IOException {
        Files.createDirectories(directory.resolve(Recording.THREADS));
        Files.writeString(directory.resolve(Recording.MANIFEST), Sealed.json(manifest));
        String comment = "#".repeat(TABLE_LENGTH - table.text().length() - 1);
        Files.writeString(directory.resolve(Recording.TABLE), Sealed.table(table.text() + comment + "\n"));
        new ClassStoreWriter(Files.newOutputStream(directory.resolve(Recording.CLASSES))).close();
        if (!end.isEmpty()) {
            Files.writeString(directory.resolve(Recording.END), Sealed.json(end));
        }
        for (int thread : new ArrayList<>(streams.keySet())) {
            Stream stream = streams.get(thread);
            Path file = directory.resolve(Recording.THREADS).resolve(thread + ".log");
            try (ChunkWriter writer = new ChunkWriter(Files.newOutputStream(file), thread, "t" + thread)) {
                byte[] bytes = stream.bytes.toByteArray();
                if (bytes.length > 0) {
                    writer.append(bytes, 0, bytes.length, stream.events, CREATED_MILLIS + 1500);
                }
            }
        }
        return directory;
    }

    Recording open() throws IOException {
        return Recording.open(write());
    }
}
