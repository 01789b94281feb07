package dev.hindsight.agent.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
    @TempDir
    private Path directory;

    @Test
    void theFirstClassOfAName() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes/a"));
        Files.writeString(classes.resolve("A.class"), "first");
        Files.writeString(classes.resolve("A.txt"), "no class");
        Path jar = jar("b.jar", Map.of(), Map.of("a/A.class", "second", "b/B.class", "b"));
        ClassPath found = ClassPath.read(directory.resolve("classes") + ":" + jar + ":" + directory.resolve("missing"));
        assertThat(found.classes()).containsOnlyKeys("a/A", "b/B");
        assertThat(found.classes().get("a/A")).asString().isEqualTo("first");
        assertThat(found.places()).hasSize(3);
    }

    @Test
    void archivesThatAnArchiveNames() throws IOException {
        jar("other.jar", Map.of(), Map.of("o/O.class", "o"));
        Path jar =
                jar("main.jar", Map.of(Attributes.Name.CLASS_PATH, "other.jar missing.jar"), Map.of("m/M.class", "m"));
        assertThat(ClassPath.read(jar.toString()).classes()).containsOnlyKeys("m/M", "o/O");
    }

    @Test
    void theClassesOfThisVersion() throws IOException {
        Path jar = jar(
                "versions.jar",
                Map.of(Attributes.Name.MULTI_RELEASE, "true"),
                Map.of(
                        "a/A.class",
                        "old",
                        "META-INF/versions/9/a/A.class",
                        "new",
                        "META-INF/versions/99/a/A.class",
                        "x"));
        assertThat(ClassPath.read(jar.toString()).classes()).containsOnlyKeys("a/A");
        assertThat(ClassPath.read(jar.toString()).classes().get("a/A"))
                .asString()
                .isEqualTo("new");
    }

    @Test
    void whatIsNoArchiveIsPassedOver() throws IOException {
        Path file = Files.writeString(directory.resolve("text.jar"), "no archive");
        ClassPath found = ClassPath.read(file.toString());
        assertThat(found.classes()).isEmpty();
        assertThat(found.passedOver()).singleElement().asString().startsWith(file + ": ");
    }

    @Test
    void linksThatLeadInCircles() throws IOException {
        Path classes = Files.createDirectories(directory.resolve("classes/a"));
        Files.writeString(classes.resolve("A.class"), "a");
        Files.createSymbolicLink(classes.resolve("here"), Path.of("."));
        Files.createSymbolicLink(classes.resolve("up"), Path.of(".."));
        Files.createSymbolicLink(directory.resolve("link"), Path.of("classes"));
        assertThat(ClassPath.read(directory.resolve("link").toString()).classes())
                .containsOnlyKeys("a/A");
    }

    private Path jar(String name, Map<Attributes.Name, String> attributes, Map<String, String> files)
            throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach(manifest.getMainAttributes()::put);
        File file = directory.resolve(name).toFile();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file.toPath()), manifest)) {
            for (Map.Entry<String, String> each : files.entrySet()) {
                out.putNextEntry(new JarEntry(each.getKey()));
                out.write(each.getValue().getBytes());
            }
        }
        return file.toPath();
    }
}
