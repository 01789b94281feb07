package dev.hindsight.trace;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The directory that one recorded run leaves behind, opened for reading. docs/recording-format.md describes it.
 *
 * <p>{@link #open} also runs inside the replayed program, where it may not touch more of the JDK than recording does: it
 * keeps to {@code java.io}.
 */
public final class Recording {
    public static final int FORMAT = 1;
    public static final String MANIFEST = "manifest.json";
    public static final String END = "end.json";
    public static final String TABLE = "natives.txt";
    public static final String CLASSES = "classes.pack";
    public static final String THREADS = "threads";
    public static final String CHILDREN = "children";
    private static final long MAX_TEXT_FILE = 64 << 20;

    private final Path directory;
    private final Map<String, Object> manifest;
    private final Map<String, Object> end;
    private final NativeTable table;

    private Recording(Path directory, Map<String, Object> manifest, Map<String, Object> end, NativeTable table) {
        this.directory = directory;
        this.manifest = manifest;
        this.end = end;
        this.table = table;
    }

    /** Opens a recording; the message of what is thrown can be shown to the user. */
    public static Recording open(Path directory) throws IOException {
        if (!directory.toFile().isDirectory()) {
            throw new NoSuchFileException("there is no recording at '" + directory + "'");
        }
        Path file = directory.resolve(MANIFEST);
        if (!file.toFile().exists()) {
            throw new CorruptRecordingException("'" + directory + "' is not a recording: it has no " + MANIFEST);
        }
        Map<String, Object> manifest = Json.parseObject(read(file));
        if (!(manifest.get("format") instanceof Long format)) {
            throw new CorruptRecordingException("'" + directory + "' is not a recording: its manifest names no format");
        }
        if (format != FORMAT) {
            throw new CorruptRecordingException("Recording '" + directory + "' has format " + format
                    + "; this version reads format " + FORMAT + ". Use the release that made it: "
                    + manifest.get("hindsight") + ".");
        }
        Path endFile = directory.resolve(END);
        Map<String, Object> end = endFile.toFile().exists() ? Json.parseObject(read(endFile)) : Map.of();
        return new Recording(directory, manifest, end, NativeTable.parse(read(directory.resolve(TABLE))));
    }

    private static String read(Path file) throws IOException {
        if (file.toFile().length() > MAX_TEXT_FILE) {
            throw new CorruptRecordingException("'" + file + "' is too large to be what it claims");
        }
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public Path directory() {
        return directory;
    }

    public Map<String, Object> manifest() {
        return manifest;
    }

    /** How the run ended; empty if the program was killed or still runs. */
    public Map<String, Object> end() {
        return end;
    }

    public NativeTable table() {
        return table;
    }

    /** The numbers of the recorded threads, ascending; 0 is the main thread. */
    public List<Integer> threads() throws IOException {
        List<Integer> numbers = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve(THREADS))) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".log") && name.length() < 14)
                    .map(name -> name.substring(0, name.length() - 4))
                    .filter(name -> !name.isEmpty() && name.chars().allMatch(Character::isDigit))
                    .forEach(name -> numbers.add(Integer.parseInt(name)));
        }
        numbers.sort(Comparator.naturalOrder());
        return numbers;
    }

    public Path threadFile(int thread) {
        return directory.resolve(THREADS).resolve(thread + ".log");
    }

    public ChunkReader openChunks(int thread) throws IOException {
        return new ChunkReader(new BufferedInputStream(Files.newInputStream(threadFile(thread)), 1 << 16));
    }

    public EventReader openEvents(int thread) throws IOException {
        return new EventReader(new EventInput(openChunks(thread)), table);
    }

    /** How many events the threads recorded, from the chunk headers alone. */
    public long countEvents() throws IOException {
        long total = 0;
        for (int thread : threads()) {
            try (ChunkReader chunks = openChunks(thread)) {
                long events = 0;
                while (chunks.skip()) {
                    events = chunks.events();
                }
                total += events;
            }
        }
        return total;
    }
}
