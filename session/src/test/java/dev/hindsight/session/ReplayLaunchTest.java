package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hindsight.trace.CorruptRecordingException;
import dev.hindsight.trace.NativeTable;
import dev.hindsight.trace.Recording;
import dev.hindsight.trace.Sealed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReplayLaunchTest {
    private static final Path AGENT = Path.of("/cache/agent-1.jar");
    private static final Path STATUS = Path.of("/tmp/s.json");

    @TempDir
    Path directory;

    private final Map<String, Object> manifest = new LinkedHashMap<>();
    private final Map<String, Object> launch = new LinkedHashMap<>();
    private Path home;
    private String option;

    @BeforeEach
    void describeARun() throws IOException {
        home = directory.resolve("jdk");
        Path java =
                Files.createFile(Files.createDirectories(home.resolve("bin")).resolve("java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), "JAVA_RUNTIME_VERSION=\"17.0.1+9\"\n");
        option = "-javaagent:/cache/agent-1.jar=replay=" + directory + ",status=/tmp/s.json,cache=/cache";
        manifest.put("format", (long) Recording.FORMAT);
        manifest.put("jdk", Map.of("home", home.toString(), "version", "17.0.1+9"));
        manifest.put("launch", launch);
        manifest.put("workingDirectory", "/no/longer/there");
        launch.put("mainClass", "a.Main");
        launch.put("arguments", List.of("x", "y z"));
    }

    @Test
    void aClassRunsFromItsClassPath() throws IOException {
        launch.put("mode", "class");
        launch.put("classPath", "a:b");
        assertThat(command()).containsExactly(java(), option, "-cp", "a:b", "a.Main", "x", "y z");
    }

    @Test
    void aJarIsAClassPathWithAMainClass() throws IOException {
        launch.put("mode", "jar");
        launch.put("classPath", "app.jar");
        assertThat(command()).containsExactly(java(), option, "-cp", "app.jar", "a.Main", "x", "y z");
    }

    @Test
    void aModuleRunsFromItsModulePath() throws IOException {
        launch.put("mode", "module");
        launch.put("modulePath", "mods");
        launch.put("target", "a/a.Main");
        assertThat(command()).containsExactly(java(), option, "-p", "mods", "-m", "a/a.Main", "x", "y z");
    }

    @Test
    void aSourceFileRunsThroughTheCompiler() throws IOException {
        launch.put("mode", "source");
        launch.put("mainClass", "com.sun.tools.javac.launcher.Main");
        assertThat(command())
                .containsExactly(
                        java(),
                        option,
                        "--add-modules=ALL-DEFAULT",
                        "-m",
                        "jdk.compiler/com.sun.tools.javac.launcher.Main",
                        "x",
                        "y z");
    }

    @Test
    void whatTheJvmChoseItselfIsAskedFor() throws IOException {
        launch.put("mode", "class");
        launch.put("vmArguments", List.of("-Xmx1g"));
        launch.put("heapOptions", List.of("-XX:+UseG1GC"));
        assertThat(command()).startsWith(java(), "-XX:+UseG1GC", "-Xmx1g", option);
    }

    @Test
    void moreHeapComesBehindWhatTheProgramHad() throws IOException {
        launch.put("mode", "class");
        launch.put("vmArguments", List.of("-Xmx16m"));
        launch.put("heapOptions", List.of("-XX:MaxHeapSize=12345"));
        ReplayLaunch roomy = launch();
        roomy.giveRoom(1024);
        assertThat(roomy.command(roomy.options(AGENT, STATUS), Optional.empty()))
                .startsWith(java(), "-XX:MaxHeapSize=12345", "-Xmx16m", option, "-Xmx" + ((16 << 20) + 1024));
    }

    @Test
    void optionsOfTheJvmAreKeptWithoutOurAgent() throws IOException {
        launch.put("mode", "class");
        launch.put(
                "vmArguments",
                List.of("-Xmx1g", "-javaagent:/c/hindsight/agent-2.jar=output=/r", "-javaagent:other.jar"));
        manifest.put("properties", Map.of("user.name", "u", "java.vendor", "v"));
        assertThat(command()).startsWith(java(), "-Xmx1g", "-javaagent:other.jar", option, "-Duser.name=u");
    }

    @Test
    void theAgentIsLoadedAsItWas() throws IOException {
        launch.put("mode", "class");
        launch.put("keptModules", true);
        assertThat(command().get(1)).startsWith("-agentlib:instrument=/cache/agent-1.jar=replay=");
    }

    @Test
    void agentsStartInTheirOrder() throws IOException {
        launch.put("mode", "class");
        launch.put("vmArguments", List.of("-javaagent:first.jar", "-Xmx1g", "-javaagent:last.jar"));
        launch.put("agentPosition", 2);
        assertThat(command())
                .startsWith(java(), "-javaagent:first.jar", "-Xmx1g", option, "-javaagent:last.jar", "-cp");
    }

    @Test
    void theEnvironmentIsTheRecordedOneWithoutOptionsThatWereCountedAlready() throws IOException {
        manifest.put("environment", List.of("A=b=c", "EMPTY=", "JAVA_TOOL_OPTIONS=-Dx=1", "broken"));
        assertThat(launch().environment()).containsOnly(Map.entry("A", "b=c"), Map.entry("EMPTY", ""));
    }

    @Test
    void aWorkingDirectoryThatIsGoneIsReplacedByTheRecording() throws IOException {
        assertThat(launch().workingDirectory()).isEqualTo(directory);
        manifest.put("workingDirectory", home.toString());
        assertThat(launch().workingDirectory()).isEqualTo(home);
    }

    @Test
    void anotherJdkInTheSamePlaceIsRefused() throws IOException {
        Files.writeString(home.resolve("release"), "JAVA_RUNTIME_VERSION=\"17.0.2+3\"\n");
        ReplayLaunch launch = launch();
        assertThatThrownBy(launch::checkJdk)
                .isInstanceOf(SessionException.class)
                .hasMessage("recording '" + directory + "' was made with JDK 17.0.1+9; at '" + home
                        + "' there is 17.0.2+3 now; install that JDK, or try another with --jdk PATH");
    }

    @Test
    void aJdkThatIsGoneIsRefused() throws IOException {
        Files.delete(home.resolve("bin/java"));
        assertThatThrownBy(launch()::checkJdk).hasMessageContaining("which is not there any more");
    }

    @Test
    void aChosenJdkIsUsedWithAWarning() throws Exception {
        manifest.put("jdk", Map.of("home", "/gone", "version", "17.0.0+1"));
        launch.put("mode", "class");
        ReplayLaunch launch = new ReplayLaunch(recording(), Optional.of(home));
        assertThat(launch.warning()).hasValueSatisfying(text -> assertThat(text).contains("17.0.0+1", "17.0.1+9"));
        assertThat(launch.command(launch.options(AGENT, STATUS), Optional.empty()))
                .startsWith(java());
    }

    @Test
    void aManifestWithoutALaunchIsDamaged() throws IOException {
        launch.clear();
        assertThatThrownBy(this::command)
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("the manifest does not name launch.mode");
    }

    private String java() {
        return home.resolve("bin/java").toString();
    }

    private List<String> command() throws IOException {
        ReplayLaunch launch = launch();
        return launch.command(launch.options(AGENT, STATUS), Optional.empty());
    }

    private ReplayLaunch launch() throws IOException {
        return new ReplayLaunch(recording(), Optional.empty());
    }

    private Recording recording() throws IOException {
        Files.writeString(directory.resolve(Recording.MANIFEST), Sealed.json(manifest));
        Files.writeString(
                directory.resolve(Recording.TABLE),
                Sealed.table(NativeTable.current().text()));
        return Recording.open(directory);
    }
}
