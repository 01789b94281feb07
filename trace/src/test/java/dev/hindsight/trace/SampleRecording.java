package dev.hindsight.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A small recording with every kind of item, made up from a seed; what fuzzing and the golden recording begin with. */
final class SampleRecording {
    static final String TABLE =
            """
            # Every kind of item, in and out.
            class java.lang.System
              long nanoTime() : by-call -> result
            class java.io.FileInputStream
              void open0(String) : text 0 -> fd this.fd
              int readBytes(byte[],int,int) : fd this.fd number 2 -> result bytes 0 1
            class java.io.FileOutputStream
              void writeBytes(byte[],int,int,boolean) : fd this.fd data 0 1 2
            class java.io.UnixFileSystem as java.io.FileSystem
              String canonicalize0(String) : text 0 -> result
              String[] list(File) : file 0 -> result
            class java.lang.ProcessEnvironment
              byte[][] environ() : -> result
            class sun.nio.ch.FileChannelImpl
              long map0(int,long,long,boolean) : fd this.fd number 0 number 1 number 2 -> mapping 2
            class sun.nio.ch.FileDispatcherImpl
              int read0(FileDescriptor,long,int) : fd 0 number 2 -> result memory 1
              long readv0(FileDescriptor,long,int) : fd 0 number 2 -> result vector 1 2
              int write0(FileDescriptor,long,int) : fd 0 memory 1 2 -> result
              long writev0(FileDescriptor,long,int) : fd 0 vector 1 2 -> result
              void closeIntFD(int) : ifd 0
            class sun.nio.ch.FileKey
              void init(FileDescriptor,long[]) : fd 0 -> longs 1
              void init(FileDescriptor,int[]) : fd 0 -> ints 1
            class sun.nio.fs.UnixNativeDispatcher as sun.nio.fs.LinuxNativeDispatcher
              int open0(long,int,int) : path 0 number 1 number 2 -> descriptor
              long opendir0(long) : path 0 -> handle
              byte[] readdir0(long) : pointer 0 -> result
              int stat0(long,UnixFileAttributes) : path 0 -> result fields 1
            """;

    private static final long TIME_MILLIS = 1_700_000_000_000L;

    private final Random random;
    private final NativeTable table;

    SampleRecording(long seed) throws CorruptRecordingException {
        this.random = new Random(seed);
        this.table = NativeTable.parse(TABLE);
    }

    NativeTable table() {
        return table;
    }

    /** One event of each row, and a few more. */
    byte[] events() {
        EventBytes bytes = new EventBytes();
        for (NativeRow row : table.rows()) {
            event(row, bytes);
        }
        for (int i = 0; i < 10; i++) {
            event(table.rows().get(random.nextInt(table.rows().size())), bytes);
        }
        return bytes.toBytes();
    }

    private void event(NativeRow row, EventBytes bytes) {
        bytes.length(row.id());
        for (NativeRow.Item item : row.in()) {
            in(item.kind(), bytes);
        }
        int status = random.nextInt(8);
        boolean threw = status == 7;
        int bits = (threw ? EventReader.THREW : 0) | status & (EventReader.GAP | EventReader.HASHED);
        bytes.length(bits);
        if ((bits & EventReader.GAP) != 0) {
            bytes.length(1 + random.nextInt(300));
        }
        if ((bits & EventReader.HASHED) != 0) {
            bytes.length(1 + random.nextInt(5));
        }
        if (threw) {
            bytes.length(random.nextInt(16))
                    .text(random.nextBoolean() ? text() : null)
                    .number(random.nextInt(40));
            return;
        }
        int size = random.nextInt(20);
        for (NativeRow.Item item : row.out()) {
            out(item.kind(), row.result(), size, bytes);
        }
    }

    private void in(NativeRow.Kind kind, EventBytes bytes) {
        switch (kind) {
            case FD, IFD, NUMBER -> bytes.number(random.nextInt(1000) - 1);
            case TEXT, FILE -> bytes.text(text());
            case PATH -> bytes.byteArray(text().getBytes(StandardCharsets.UTF_8));
            case POINTER -> {}
            case DATA, MEMORY -> data(bytes);
            case VECTOR -> {
                bytes.number(2);
                data(bytes);
                data(bytes);
            }
            default -> throw new IllegalArgumentException(kind.toString());
        }
    }

    private void data(EventBytes bytes) {
        if (random.nextBoolean()) {
            bytes.data(noise(random.nextInt(30)));
        } else {
            bytes.length(1000L << 1).bytes(new byte[EventReader.WHOLE]).bytes(noise(8));
        }
    }

    private void out(NativeRow.Kind kind, String type, int size, EventBytes bytes) {
        switch (kind) {
            case RESULT -> result(type, size, bytes);
            case DESCRIPTOR, FD -> bytes.number(random.nextInt(100));
            case HANDLE -> bytes.number(random.nextLong());
            case MAPPING -> bytes.number(4096).length(size).bytes(noise(size));
            case BYTES, MEMORY, VECTOR -> bytes.bytes(noise(size));
            case FIELDS ->
                bytes.length(3)
                        .raw(0)
                        .number(random.nextInt())
                        .raw(1)
                        .byteArray(noise(3))
                        .raw(1)
                        .byteArray(null);
            case LONGS, INTS -> bytes.length(2).number(random.nextLong()).number(-1);
            case WRITES, RESIZES -> {}
            default -> throw new IllegalArgumentException(kind.toString());
        }
    }

    private void result(String type, int size, EventBytes bytes) {
        switch (type) {
            case "String" -> bytes.text(text());
            case "byte[]" -> bytes.byteArray(noise(size));
            case "String[]" -> bytes.length(3).text(text()).text(null);
            case "byte[][]" -> bytes.length(3).byteArray(noise(size)).byteArray(null);
            default -> bytes.number(size);
        }
    }

    private String text() {
        return "/tmp/" + "aäあ".repeat(random.nextInt(4));
    }

    private byte[] noise(int length) {
        byte[] noise = new byte[length];
        random.nextBytes(noise);
        return noise;
    }

    byte[] log(int thread, int chunk) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] events = events();
        try (ChunkWriter writer = new ChunkWriter(out, thread, thread == 0 ? "main" : "thread-" + thread)) {
            for (int at = 0; at < events.length; at += chunk) {
                writer.append(events, at, Math.min(chunk, events.length - at), at / 16, TIME_MILLIS + at);
            }
        }
        return out.toByteArray();
    }

    byte[] classes() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ClassStoreWriter writer = new ClassStoreWriter(out)) {
            writer.addSource("file:/app.jar", "Manifest-Version: 1.0\n".getBytes(StandardCharsets.UTF_8));
            byte[] content = noise(60);
            writer.addClass("a.Main", "app", "file:/app.jar", content);
            writer.addClass("a.Main", "other", "", new byte[200]);
            writer.addClass("a.Copy", "app", "file:/app.jar", content);
            writer.flush();
        }
        return out.toByteArray();
    }

    static String manifest() {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("format", (long) Recording.FORMAT);
        manifest.put("hindsight", "0.1.0");
        manifest.put("createdMillis", TIME_MILLIS);
        manifest.put("jdk", Map.of("version", "17.0.1+9"));
        manifest.put("launch", List.of("java", "a.Main", "-x\n\"é\u0001"));
        manifest.put("warm", true);
        manifest.put("load", 0.25);
        return Sealed.json(manifest);
    }

    static String end() {
        return Sealed.json(Map.of("exitCode", 0L));
    }

    void writeTo(Path directory) throws IOException {
        Files.createDirectories(directory.resolve(Recording.THREADS));
        Files.writeString(directory.resolve(Recording.MANIFEST), manifest());
        Files.writeString(directory.resolve(Recording.END), end());
        Files.writeString(directory.resolve(Recording.TABLE), Sealed.table(TABLE));
        Files.write(directory.resolve(Recording.CLASSES), classes());
        Files.write(directory.resolve(Recording.THREADS).resolve("0.log"), log(0, 200));
        Files.write(directory.resolve(Recording.THREADS).resolve("1.log"), log(1, 1 << 16));
    }
}
