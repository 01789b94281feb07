package dev.hindsight.e2e;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What is outside a program: the directories it sees and its environment, before and after the recording. */
final class World {
    private static final List<String> JVM_OPTIONS = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private World() {}

    /** Makes {@code target} a copy of {@code source}, or empty if there is no such folder. */
    static void restore(Path source, Path target) throws IOException {
        remove(target);
        Files.createDirectories(target);
        if (Files.isDirectory(source)) {
            copy(source, target);
        }
    }

    static void copy(Path source, Path target) throws IOException {
        try (Stream<Path> paths = Files.walk(source)) {
            for (Path path : paths.toList()) {
                Path copy = target.resolve(source.relativize(path));
                if (Files.isDirectory(path)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(path, copy);
                }
            }
        }
    }

    /** Puts something else into every file below {@code directory}. */
    static void overwrite(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.filter(p -> Files.isRegularFile(p, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                Files.delete(path);
                Files.writeString(path, "This file was changed after the recording.\n");
            }
        }
    }

    static void remove(Path directory) throws IOException {
        if (Files.notExists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, IOException e) throws IOException {
                Files.delete(left);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** The environment of plain and recorded runs. */
    static Map<String, String> environmentOfRecording() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeAll(JVM_OPTIONS);
        environment.remove("LC_ALL");
        environment.put("LANG", "C.UTF-8");
        environment.put("TZ", "Asia/Kolkata");
        environment.put("HINDSIGHT_E2E", "as recorded");
        return environment;
    }

    /** Another time zone and locale, some variables more and some less. */
    static Map<String, String> environmentOfReplay() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeAll(JVM_OPTIONS);
        environment.keySet().removeAll(List.of("HOME", "USER", "LOGNAME", "JAVA_HOME", "HINDSIGHT_E2E"));
        environment.put("LC_ALL", "C");
        environment.put("LANG", "C");
        environment.put("TZ", "America/New_York");
        environment.put("NOT_THERE_WHEN_RECORDED", "1");
        return environment;
    }
}
