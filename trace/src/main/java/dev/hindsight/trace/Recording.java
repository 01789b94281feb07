package dev.hindsight.trace;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The directory that one recorded run leaves behind, opened for reading. docs/recording-format.md describes it.
 *
 * <p>{@link #open} also runs inside the replayed program, where it may not touch more of the JDK than recording does: it
 * keeps to {@code java.io}.
 */
public final class Recording {
    public static final int FORMAT = 2;
    public static final String MANIFEST = "manifest.json";
    public static final String END = "end.json";
    /** Which tests failed, if any did. */
    public static final String TESTS = "tests.json";

    public static final String TABLE = "natives.txt";
    public static final String CLASSES = "classes.pack";
    public static final String THREADS = "threads";
    /** What the manifest of a copy has in which secrets were replaced. */
    public static final String SCRUBBED = "scrubbed";

    /** What was found out about the classes before the program ran, if it was; the manifest says so by the same name. */
    public static final String FACTS = "facts";
    /** How these were used: on, or check. */
    public static final String ANALYSIS = "analysis";

    public static final String CHILDREN = "children";
    /** Copies of jars that agents added to the class path. */
    public static final String JARS = "jars";

    private static final String LOG = ".log";
    private static final int READ_BYTES = 1 << 12;
    private static final int MAX_TEXT_FILE = 16 << 20;
    private static final int MAX_RELEASE = 32;
    private static final int MAX_THREAD_DIGITS = 9;

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
        return open(directory, null);
    }

    /** @param known a table that the recording's is likely to be the same as, and need not be parsed then; or null */
    public static Recording open(Path directory, NativeTable known) throws IOException {
        if (directory.toFile().isFile()) {
            throw new NoSuchFileException("'" + directory + "' is a file; a recording is a directory");
        }
        if (!directory.toFile().isDirectory()) {
            throw new NoSuchFileException("there is no recording at '" + directory + "'");
        }
        if (!directory.resolve(MANIFEST).toFile().exists()) {
            boolean inside =
                    directory.resolve("recording").resolve(MANIFEST).toFile().exists();
            throw new CorruptRecordingException("'" + directory + "' is not a recording: it has no " + MANIFEST
                    + (inside
                            ? "; that of a run that was not finished is in '" + directory.resolve("recording") + "'"
                            : ""));
        }
        String text = read(directory, MANIFEST);
        Map<String, Object> manifest = parse(directory, MANIFEST, text);
        if (!(manifest.get("format") instanceof Long format)) {
            throw new CorruptRecordingException(
                    "'" + directory + "' is not a recording: its " + MANIFEST + " names no format");
        }
        if (format != FORMAT) {
            throw new CorruptRecordingException("Recording '" + directory + "' has format " + format
                    + "; this version reads format " + FORMAT + ". Use the release that made it"
                    + release(manifest.get("hindsight")) + ".");
        }
        // Only now: what another release or another tool wrote has no checksum, or one of another kind.
        requireSealed(directory, MANIFEST, text, manifest);
        boolean ended = directory.resolve(END).toFile().exists();
        Map<String, Object> end = ended ? readSealed(directory, END) : Map.of();
        return new Recording(directory, manifest, end, readTable(directory, known));
    }

    /** The name of a release as part of a message, or nothing if it is not one that can be shown. */
    private static String release(Object name) {
        if (!(name instanceof String text) || text.isEmpty() || text.length() > MAX_RELEASE) {
            return "";
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
                return "";
            }
        }
        return ": " + text;
    }

    private static Map<String, Object> readSealed(Path directory, String name) throws IOException {
        String text = read(directory, name);
        Map<String, Object> content = parse(directory, name, text);
        requireSealed(directory, name, text, content);
        return content;
    }

    private static Map<String, Object> parse(Path directory, String name, String text)
            throws CorruptRecordingException {
        try {
            return Json.parseObject(text);
        } catch (CorruptRecordingException e) {
            throw damaged(directory, name, e.getMessage());
        }
    }

    private static void requireSealed(Path directory, String name, String text, Map<String, Object> content)
            throws CorruptRecordingException {
        try {
            Sealed.require(text, content);
        } catch (CorruptRecordingException e) {
            throw damaged(directory, name, e.getMessage());
        }
    }

    private static NativeTable readTable(Path directory, NativeTable known) throws IOException {
        String sealed = read(directory, TABLE);
        try {
            String text = Sealed.openTable(sealed);
            return known != null && known.text().equals(text) ? known : NativeTable.parse(text);
        } catch (CorruptRecordingException e) {
            throw damaged(directory, TABLE, e.getMessage());
        }
    }

    private static String read(Path directory, String name) throws IOException {
        File file = directory.resolve(name).toFile();
        if (file.exists() && !file.isFile()) {
            throw damaged(directory, name, "not a file");
        }
        byte[] bytes;
        try (FileInputStream in = new FileInputStream(file)) {
            bytes = in.readNBytes(MAX_TEXT_FILE + 1);
        }
        if (bytes.length > MAX_TEXT_FILE) {
            throw damaged(directory, name, "larger than " + MAX_TEXT_FILE + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Fails if there is something that is no file: opening a pipe would wait for ever. */
    public static void requireFile(File file) throws CorruptRecordingException {
        if (file.exists() && !file.isFile()) {
            throw new CorruptRecordingException("'" + file + "' is not a file");
        }
    }

    private static CorruptRecordingException damaged(Path directory, String name, String what) {
        return new CorruptRecordingException("recording '" + directory + "' is damaged: " + name + ": " + what);
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
        String[] names = directory.resolve(THREADS).toFile().list();
        if (names == null) {
            throw new CorruptRecordingException("'" + directory + "' is not a recording: it has no " + THREADS);
        }
        for (String name : names) {
            int number = threadOf(name);
            if (number >= 0) {
                numbers.add(number);
            }
        }
        Collections.sort(numbers);
        return numbers;
    }

    /** The number of the thread whose stream a file of this name is; -1 if it is something else. */
    private static int threadOf(String fileName) {
        int digits = fileName.length() - LOG.length();
        if (digits < 1 || digits > MAX_THREAD_DIGITS || !fileName.endsWith(LOG)) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < digits; i++) {
            char c = fileName.charAt(i);
            if (c < '0' || c > '9' || c == '0' && i == 0 && digits > 1) {
                return -1;
            }
            number = 10 * number + c - '0';
        }
        return number;
    }

    public Path threadFile(int thread) {
        return directory.resolve(THREADS).resolve(thread + LOG);
    }

    /** The thread's name when it started. */
    public String threadName(int thread) throws IOException {
        try (ChunkReader chunks = openHeaders(thread)) {
            return chunks.name();
        }
    }

    public ChunkReader openChunks(int thread) throws IOException {
        return openChunks(thread, READ_BYTES);
    }

    /** For {@link ChunkReader#skip}: reads little beside the headers. */
    public ChunkReader openHeaders(int thread) throws IOException {
        return openChunks(thread, ChunkWriter.HEADER_SIZE);
    }

    private ChunkReader openChunks(int thread, int bufferBytes) throws IOException {
        File file = threadFile(thread).toFile();
        requireFile(file);
        InputStream in = new BufferedInputStream(new FileInputStream(file), bufferBytes);
        try {
            ChunkReader chunks = new ChunkReader(in);
            if (chunks.thread() >= 0 && chunks.thread() != thread) {
                throw new CorruptRecordingException("this is the stream of thread " + chunks.thread());
            }
            return chunks;
        } catch (CorruptRecordingException e) {
            in.close();
            throw new CorruptRecordingException(THREADS + "/" + thread + LOG + ": " + e.getMessage());
        }
    }

    public EventReader openEvents(int thread) throws IOException {
        return new EventReader(new EventInput(openChunks(thread)), table);
    }

    /** Whether the recording ends before the program did, or the program still runs. */
    public boolean isCut() {
        return end.isEmpty() || end.containsKey("stopped");
    }

    /** Fails if something is missing at the end of a file, which is no fault as long as the run has not ended. */
    public void requireWhole() throws IOException {
        if (isCut()) {
            return;
        }
        long events = 0;
        for (int thread : threads()) {
            try (ChunkReader chunks = openHeaders(thread)) {
                while (chunks.skip()) {
                    continue;
                }
                if (chunks.cut()) {
                    throw new CorruptRecordingException(THREADS + "/" + thread + LOG + " is cut");
                }
                events += chunks.events();
            }
        }
        requireEqual("events are in the streams of threads", end.get("events"), events);
        requireEqual(
                "bytes are in " + CLASSES,
                end.get("classBytes"),
                directory.resolve(CLASSES).toFile().length());
    }

    private static void requireEqual(String what, Object recorded, long found) throws CorruptRecordingException {
        if (recorded instanceof Long expected && expected != found) {
            throw new CorruptRecordingException(found + " of " + expected + " " + what);
        }
    }

    /**
     * How many events the threads recorded, from the chunk headers alone. If the recording stopped early, they do not tell,
     * and the events are counted.
     */
    public long countEvents() throws IOException {
        long total = 0;
        for (int thread : threads()) {
            if (end.containsKey("stopped")) {
                total += countEvents(thread);
                continue;
            }
            try (ChunkReader chunks = openHeaders(thread)) {
                while (chunks.skip()) {
                    continue;
                }
                total += chunks.events();
            }
            if (total < 0) {
                throw new CorruptRecordingException("the threads claim more events than can be counted");
            }
        }
        return total;
    }

    private long countEvents(int thread) throws IOException {
        long count = 0;
        try (EventReader events = openEvents(thread)) {
            for (Event event = events.next();
                    event != null && event.outcome() != Event.Outcome.UNDER_WAY;
                    event = events.next()) {
                count++;
            }
        }
        return count;
    }
}
