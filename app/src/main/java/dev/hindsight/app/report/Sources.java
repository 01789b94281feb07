package dev.hindsight.app.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The source files of a recorded program, as far as they are found now; a recording holds none.
 *
 * <p>Directories are gone through in a defined order, and only so far: somebody may have asked from the root of a disk.
 */
public final class Sources {
    private static final int LARGEST_FILE = 512 << 10;
    private static final int MOST_BYTES = 8 << 20;
    private static final int DEEPEST = 24;
    private static final int MOST_VISITS = 200_000;
    private static final Set<String> SKIPPED = Set.of("node_modules", "target", "build", "out", "bin");

    private final List<Path> directories;
    private final Map<String, String> found = new LinkedHashMap<>();

    /** @param directories where to look, the first one first */
    public Sources(List<Path> directories) {
        this.directories = directories;
    }

    /**
     * Those files that are found.
     *
     * @param wanted paths as {@code demo/Account.java}: the package and the name of the file
     */
    public Map<String, String> read(Set<String> wanted) throws IOException {
        Map<String, Path> places = new TreeMap<>();
        for (Path directory : directories) {
            find(directory, wanted, places);
        }
        int total = 0;
        for (Map.Entry<String, Path> place : places.entrySet()) {
            long size = Files.size(place.getValue());
            if (size <= LARGEST_FILE && total + size <= MOST_BYTES) {
                found.put(place.getKey(), new String(Files.readAllBytes(place.getValue()), StandardCharsets.UTF_8));
                total += (int) size;
            }
        }
        return found;
    }

    /** What lies where its package says counts more than what lies further down, and that by its depth and name. */
    private static void find(Path directory, Set<String> wanted, Map<String, Path> places) throws IOException {
        List<String> missing = new ArrayList<>();
        for (String each : wanted) {
            Path direct = directory.resolve(each);
            if (!places.containsKey(each) && Files.isReadable(direct) && Files.isRegularFile(direct)) {
                places.put(each, direct);
            } else if (!places.containsKey(each)) {
                missing.add(each);
            }
        }
        if (!missing.isEmpty() && Files.isDirectory(directory)) {
            Walk walk = new Walk(directory, missing);
            Files.walkFileTree(directory, EnumSet.noneOf(java.nio.file.FileVisitOption.class), DEEPEST, walk);
            walk.nearest.forEach(places::putIfAbsent);
        }
    }

    private static final class Walk extends SimpleFileVisitor<Path> {
        private final Path root;
        private final List<String> wanted;
        private final Map<String, Path> nearest = new TreeMap<>();
        private int visits;

        Walk(Path root, List<String> wanted) {
            this.root = root;
            this.wanted = wanted;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            boolean isRoot = directory.equals(root);
            String name = isRoot ? "" : directory.getFileName().toString();
            return name.startsWith(".") || SKIPPED.contains(name)
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            for (String each : wanted) {
                if (attributes.isRegularFile() && file.endsWith(each) && Files.isReadable(file)) {
                    nearest.merge(each, file, Walk::nearer);
                }
            }
            return ++visits < MOST_VISITS ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            // What may not be read is not looked at.
            return FileVisitResult.CONTINUE;
        }

        private static Path nearer(Path one, Path other) {
            if (one.getNameCount() != other.getNameCount()) {
                return one.getNameCount() < other.getNameCount() ? one : other;
            }
            return one.compareTo(other) <= 0 ? one : other;
        }
    }
}
