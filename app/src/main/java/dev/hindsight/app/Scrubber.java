package dev.hindsight.app;

import dev.hindsight.trace.ChunkReader;
import dev.hindsight.trace.ChunkWriter;
import dev.hindsight.trace.ClassStore;
import dev.hindsight.trace.Event;
import dev.hindsight.trace.EventReader;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.Sealed;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Replaces what matches in the texts and bytes of a recording by as many bytes of something else. What a descriptor delivered
 * in several pieces is looked at as a whole.
 *
 * <p>The program computes with what it gets at replay. Where it wrote more than a log keeps, the fingerprint of all of it is
 * taken out: it would be that of the text before.
 */
final class Scrubber {
    /** Longest match that is found across pieces. */
    private static final int OVERLAP = 4096;

    private static final int WINDOW = 4 << 20;
    private static final int FINGERPRINT_BYTES = 8;
    private static final byte[][] REPLACEMENTS = {
        {},
        {'x'},
        "×".getBytes(StandardCharsets.UTF_8),
        "✕".getBytes(StandardCharsets.UTF_8),
        "🗙".getBytes(StandardCharsets.UTF_8)
    };

    private final List<Pattern> patterns = new ArrayList<>();
    private long replaced;
    private long inClasses;
    private long inSingleBytes;

    /** @param expressions regular expressions */
    Scrubber(List<String> expressions) {
        for (String expression : expressions) {
            // Bytes are matched as characters, so that each match says which bytes it is.
            patterns.add(Pattern.compile(asBytes(expression)));
        }
    }

    private static String asBytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    long replaced() {
        return replaced;
    }

    /** How many matches were read byte by byte; they stay. */
    long inSingleBytes() {
        return inSingleBytes;
    }

    /** How many classes have a match, which stays. */
    long inClasses() {
        return inClasses;
    }

    /** Changes the copy of a recording, which has the same files. */
    void scrub(Recording recording, Path copy) throws IOException {
        for (int thread : recording.threads()) {
            Path log = copy.resolve(recording.directory().relativize(recording.threadFile(thread)));
            Log changes = new Log();
            read(recording, thread, changes);
            write(recording, thread, changes, log);
        }
        try (Stream<Path> files = Files.list(copy)) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".json")).toList()) {
                if (Files.size(file) == 0) {
                    // A full disk left the command empty.
                    continue;
                }
                Map<String, Object> content = map(Sealed.read(file));
                if (file.endsWith(Recording.MANIFEST)) {
                    content.put(Recording.SCRUBBED, true);
                }
                Files.writeString(file, Sealed.json(content));
            }
        }
        searchClasses(recording.directory().resolve(Recording.CLASSES));
    }

    private void read(Recording recording, int thread, Log changes) throws IOException {
        Map<Object, StringBuilder> singles = new HashMap<>();
        try (EventReader events = recording.openEvents(thread)) {
            events.watch(changes);
            for (Event event = events.next(); event != null; event = events.next()) {
                // The watcher sees all of it, but what came byte by byte only in parts.
                collect(event, singles);
            }
        }
        changes.finish();
        for (StringBuilder bytes : singles.values()) {
            inSingleBytes += matches(bytes.toString()).size();
        }
    }

    /** What was read byte by byte, by what it was read from. */
    private static void collect(Event event, Map<Object, StringBuilder> singles) {
        boolean returned = event.outcome() == Event.Outcome.RETURNED;
        if (returned && event.row().name().equals("read0") && event.out().get(0) instanceof Long value && value >= 0) {
            singles.computeIfAbsent(event.in().get(0), source -> new StringBuilder())
                    .append((char) (value & 0xff));
        }
    }

    private void write(Recording recording, int thread, Log changes, Path file) throws IOException {
        try (ChunkReader chunks = recording.openChunks(thread);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
                ChunkWriter writer = new ChunkWriter(out, thread, text(chunks.name()))) {
            long position = 0;
            while (chunks.next()) {
                changes.apply(chunks.data(), chunks.length(), position);
                position += chunks.length();
                writer.append(chunks.data(), 0, chunks.length(), chunks.events(), chunks.timeMillis());
            }
        }
    }

    private Object value(Object value) {
        if (value instanceof String text) {
            return text(text);
        }
        if (value instanceof Map<?, ?> map) {
            return map(map);
        }
        if (value instanceof List<?> list) {
            List<Object> scrubbed = new ArrayList<>();
            for (Object element : list) {
                scrubbed.add(value(element));
            }
            return scrubbed;
        }
        return value;
    }

    private Map<String, Object> map(Map<?, ?> map) {
        Map<String, Object> scrubbed = new LinkedHashMap<>();
        map.forEach((key, value) -> scrubbed.put((String) key, value(value)));
        return scrubbed;
    }

    private String text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int[] match : matches(new String(bytes, StandardCharsets.ISO_8859_1))) {
            replace(bytes, match[0], match[1]);
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private List<int[]> matches(String bytes) {
        List<int[]> found = new ArrayList<>();
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(bytes);
            while (matcher.find()) {
                if (matcher.end() > matcher.start()) {
                    found.add(new int[] {matcher.start(), matcher.end()});
                }
            }
        }
        return found;
    }

    private void replace(byte[] bytes, int start, int end) {
        replaced++;
        for (int at = start; at < end; ) {
            byte[] by = REPLACEMENTS[Math.min(length(bytes[at]), end - at)];
            System.arraycopy(by, 0, bytes, at, by.length);
            at += by.length;
        }
    }

    /** How many bytes a character has that begins with this one. */
    private static int length(byte first) {
        int bits = first & 0xff;
        return bits < 0xc0 ? 1 : bits < 0xe0 ? 2 : bits < 0xf0 ? 3 : 4;
    }

    private void searchClasses(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            ClassStore classes = ClassStore.read(in);
            for (ClassStore.Entry entry : classes.entries()) {
                if (!matches(new String(classes.content(entry), StandardCharsets.ISO_8859_1))
                        .isEmpty()) {
                    inClasses++;
                }
            }
        }
    }

    /** What is to be changed in the log of one thread. */
    private final class Log implements EventReader.Watcher {
        /** New bytes by their position. */
        private final TreeMap<Long, byte[]> changes = new TreeMap<>();

        private final Map<Long, Pieces> streams = new HashMap<>();
        private final List<Long> fingerprints = new ArrayList<>();

        @Override
        public void seen(NativeRow row, long descriptor, byte[] bytes, long position, boolean fixed) {
            if (fixed) {
                fingerprints.add(position);
            }
            Pieces pieces = descriptor < 0
                    ? new Pieces(this)
                    : streams.computeIfAbsent((long) row.id() << 32 | descriptor, key -> new Pieces(this));
            pieces.add(bytes, position - bytes.length);
            if (descriptor < 0 || fixed) {
                pieces.search(true);
            }
        }

        void finish() {
            streams.values().forEach(pieces -> pieces.search(true));
            for (long position : fingerprints) {
                changes.put(position, new byte[FINGERPRINT_BYTES]);
            }
        }

        void apply(byte[] data, int length, long position) {
            Long first = changes.floorKey(position);
            for (Map.Entry<Long, byte[]> change : changes.tailMap(first == null ? position : first, true)
                    .headMap(position + length, false)
                    .entrySet()) {
                byte[] bytes = change.getValue();
                long start = change.getKey() - position;
                for (int i = (int) Math.max(0, -start); i < bytes.length && start + i < length; i++) {
                    data[(int) (start + i)] = bytes[i];
                }
            }
        }
    }

    /** What one descriptor delivered, piece by piece. */
    private final class Pieces {
        private final Log log;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        /** For each piece, where it begins in the content and where in the log. */
        private final List<long[]> places = new ArrayList<>();

        Pieces(Log log) {
            this.log = log;
        }

        void add(byte[] bytes, long position) {
            places.add(new long[] {content.size(), position});
            content.write(bytes, 0, bytes.length);
            if (content.size() > WINDOW) {
                search(false);
            }
        }

        /** @param last whether nothing follows; else what is near the end is looked at again with what follows */
        void search(boolean last) {
            byte[] bytes = content.toByteArray();
            int limit = last ? bytes.length : bytes.length - OVERLAP;
            int kept = limit;
            for (int[] match : matches(new String(bytes, StandardCharsets.ISO_8859_1))) {
                if (match[1] <= limit) {
                    replace(bytes, match[0], match[1]);
                    put(bytes, match[0], match[1]);
                } else {
                    kept = Math.min(kept, match[0]);
                }
            }
            keep(bytes, kept);
        }

        /** A match may lie in several pieces. */
        private void put(byte[] bytes, int start, int end) {
            for (int i = 0; i < places.size(); i++) {
                long begin = places.get(i)[0];
                long behind = i + 1 < places.size() ? places.get(i + 1)[0] : bytes.length;
                int from = (int) Math.max(start, begin);
                int until = (int) Math.min(end, behind);
                if (from < until) {
                    byte[] change = java.util.Arrays.copyOfRange(bytes, from, until);
                    log.changes.put(places.get(i)[1] + from - begin, change);
                }
            }
        }

        private void keep(byte[] bytes, int from) {
            List<long[]> rest = new ArrayList<>();
            for (int i = 0; i < places.size(); i++) {
                long begin = places.get(i)[0];
                long behind = i + 1 < places.size() ? places.get(i + 1)[0] : bytes.length;
                if (behind > from) {
                    long skipped = Math.max(0, from - begin);
                    rest.add(new long[] {Math.max(begin - from, 0), places.get(i)[1] + skipped});
                }
            }
            places.clear();
            places.addAll(rest);
            content.reset();
            content.write(bytes, from, bytes.length - from);
        }
    }
}
