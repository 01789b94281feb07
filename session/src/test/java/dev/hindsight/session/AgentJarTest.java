package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AgentJarTest {
    private static final byte[] CONTENT = "agent".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path directory;

    @Test
    void theJarIsNamedAfterItsContentAndWrittenOnce() throws IOException {
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", directory.toString());
        Path first = AgentJar.extract(CONTENT, environment, directory);
        var written = Files.getLastModifiedTime(first);
        Path second = AgentJar.extract(CONTENT, environment, directory);
        assertThat(first).isEqualTo(directory.resolve("hindsight/agent-268b9c9d-5.jar"));
        assertThat(second).isEqualTo(first).hasBinaryContent(CONTENT);
        assertThat(Files.getLastModifiedTime(second)).isEqualTo(written);
        assertThat(first.getParent()).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void aDamagedJarIsReplaced() throws IOException {
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", directory.toString());
        Path jar = AgentJar.extract(CONTENT, environment, directory);
        Files.writeString(jar, "x");
        assertThat(AgentJar.extract(CONTENT, environment, directory)).hasBinaryContent(CONTENT);
    }

    @Test
    void aNewBuildRemovesWhatNobodyHasUsedForLong() throws IOException {
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", directory.toString());
        Path used = AgentJar.extract(CONTENT, environment, directory);
        Path cache = used.getParent();
        Path unused = Files.createFile(cache.resolve("agent-0-0.jar"));
        Path classes = Files.createFile(cache.resolve("jdk-0-turns.classes"));
        Path recent = Files.createFile(cache.resolve("jdk-1.classes"));
        Path foreign = Files.createFile(cache.resolve("notes.txt"));
        FileTime old = FileTime.from(Instant.now().minus(31, ChronoUnit.DAYS));
        for (Path file : List.of(used, unused, classes, foreign)) {
            Files.setLastModifiedTime(file, old);
        }
        AgentJar.extract(CONTENT, environment, directory);
        assertThat(unused).exists();
        AgentJar.extract("another".getBytes(StandardCharsets.UTF_8), environment, directory);
        assertThat(unused).doesNotExist();
        assertThat(classes).doesNotExist();
        assertThat(List.of(used, recent, foreign)).allMatch(Files::exists);
    }

    @Test
    void withoutAWritableCacheThePrivatePartOfTheTemporaryDirectoryIsUsed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Path jar = AgentJar.extract(CONTENT, Map.of("XDG_CACHE_HOME", file.toString()), directory);
        assertThat(jar).hasBinaryContent(CONTENT).startsWith(directory);
        assertThat(jar.getParent().getFileName().toString()).startsWith("hindsight-");
        assertThat(AgentJar.extract(CONTENT, Map.of("XDG_CACHE_HOME", file.toString()), directory))
                .isEqualTo(jar);
    }

    @Test
    void aCacheThatTheJvmCouldNotNameIsNotUsed() throws IOException {
        Path odd = directory.resolve("a=b");
        assertThat(AgentJar.extract(CONTENT, Map.of("XDG_CACHE_HOME", odd.toString()), directory)
                        .toString())
                .doesNotContain("=");
    }

    @Test
    void ourOwnAgentIsRecognised() {
        assertThat(AgentJar.isLoadedBy("-javaagent:/home/u/.cache/hindsight/agent-01234567-89abc.jar=output=/r"))
                .isTrue();
        assertThat(AgentJar.isLoadedBy("-agentlib:instrument=/home/u/.cache/hindsight/agent-0-1.jar=output=/r"))
                .isTrue();
        assertThat(AgentJar.isLoadedBy("-javaagent:target/hindsight-agent-0.1.0.jar=output=/r"))
                .isTrue();
        assertThat(AgentJar.isLoadedBy("-javaagent:/opt/agent-smith.jar=output=/r"))
                .isFalse();
        assertThat(AgentJar.isLoadedBy("-Dx=hindsight/agent-1.jar")).isFalse();
    }
}
