package dev.hindsight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hindsight.trace.ThreadMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordLaunchTest {
    private static final Path AGENT = Path.of("/cache/agent-1.jar");

    @TempDir
    Path directory;

    private Path home;
    private Path recording;
    private Map<String, String> environment;

    @BeforeEach
    void makeJdk() throws IOException, SessionException {
        home = directory.resolve("jdk");
        recording = Files.createDirectory(directory.resolve("it's, 100%"));
        Files.createDirectories(home.resolve("bin"));
        Files.createDirectories(home.resolve("lib"));
        Files.createFile(home.resolve("lib/modules"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        script(home.resolve("bin/java"), "printf '[%s]' \"$@\"");
        script(home.resolve("bin/javac"), "echo javac");
        environment = Map.of("PATH", home.resolve("bin") + ":/usr/bin:/bin");
    }

    @Test
    void theAgentComesDirectlyBehindJava() throws IOException, SessionException {
        List<String> command = List.of("java", "-Xmx1g", "-cp", "x", "Main");
        try (RecordLaunch launch = RecordLaunch.prepare(
                command,
                environment,
                AGENT,
                Path.of("/a,b%"),
                OptionalLong.of(5),
                new ThreadChoice(Optional.of(ThreadMode.DETERMINISTIC), OptionalLong.of(-7), OptionalLong.of(3), "on"),
                Optional.of(Path.of("/still")))) {
            assertThat(launch.command())
                    .containsExactly(
                            "java",
                            "-agentlib:instrument=/cache/agent-1.jar=cache=/cache,max-size=5,threads=deterministic,seed=-7,chaos=3,standstill=/still,output=/a%2Cb%25",
                            "-Xmx1g",
                            "-cp",
                            "x",
                            "Main");
            assertThat(launch.environment()).isEqualTo(environment);
        }
    }

    @Test
    void modulesThatAreNamedMayLackTheAgentsOwn() throws IOException, SessionException {
        String any = "-javaagent:";
        assertThat(option(environment, "java", "-jar", "x.jar", "-v")).startsWith("-agentlib:instrument=");
        assertThat(option(environment, "java", "-m", "x/y")).startsWith(any);
        assertThat(option(environment, "java", "--module=x/y")).startsWith(any);
        assertThat(option(environment, "java", "--limit-modules", "java.base", "Main"))
                .startsWith(any);
        assertThat(option(environment, "java", "-XX:VMOptionsFile=x", "Main")).startsWith(any);
        assertThat(option(environment, "java", "@options", "Main")).startsWith(any);
        Map<String, String> more = new HashMap<>(environment);
        more.put("JAVA_TOOL_OPTIONS", "--limit-modules=java.base");
        assertThat(option(more, "java", "Main")).startsWith(any);
    }

    private String option(Map<String, String> variables, String... command) throws IOException, SessionException {
        try (RecordLaunch launch = launch(variables, command)) {
            return launch.command().get(1);
        }
    }

    @Test
    void aScriptIsLeftAsItIsButFindsAnotherJava() throws IOException, SessionException {
        try (RecordLaunch launch = launch("./gradlew")) {
            assertThat(launch.command()).containsExactly("./gradlew");
            assertThat(launch.environment().get("PATH")).endsWith(environment.get("PATH"));
            assertThat(launch.environment().get("PATH")).isNotEqualTo(environment.get("PATH"));
        }
    }

    @Test
    void theFirstJvmGetsTheDirectoryAndLaterOnesItsChildren() throws Exception {
        try (RecordLaunch launch = launch("./gradlew")) {
            String head = "[-javaagent:/cache/agent-1.jar=cache=/cache,hide-path="
                    + environment.get("PATH").replace(",", "%2C") + ",hide-java-home=,output="
                    + recording.toString().replace("%", "%25").replace(",", "%2C");
            assertThat(run(launch, "java -cp 'a b' Main")).isEqualTo(head + "][-cp][a b][Main]");
            assertThat(run(launch, "\"$JAVA_HOME/bin/java\" Main")).isEqualTo(head + "/children/1][Main]");
            assertThat(run(launch, "java Main")).isEqualTo(head + "/children/2][Main]");
            assertThat(recording.resolve("children/2")).isDirectory();
        }
    }

    @Test
    void aJvmThatIsOnlyAskedForItsVersionIsLeftAlone() throws Exception {
        try (RecordLaunch launch = launch("mvn")) {
            assertThat(run(launch, "java -version")).isEqualTo("[-version]");
            assertThat(recording).isEmptyDirectory();
        }
    }

    @Test
    void theRestOfTheJdkIsReachedThroughTheImitatedHome() throws Exception {
        try (RecordLaunch launch = launch("mvn")) {
            assertThat(run(launch, "\"$JAVA_HOME/bin/javac\"; cat \"$JAVA_HOME/release\""))
                    .isEqualTo("javac\nJAVA_VERSION=\"17.0.1\"\n");
        }
    }

    @Test
    void theShimIsGoneAfterwardsAndTheRealJdkIsNot() throws Exception {
        RecordLaunch launch = launch("mvn");
        Path shim = Path.of(launch.environment().get("JAVA_HOME"));
        launch.close();
        assertThat(shim.getParent()).doesNotExist();
        assertThat(home.resolve("bin/java")).exists();
    }

    @Test
    void anOldJavaIsRefused() throws IOException, SessionException {
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");
        assertThatThrownBy(() -> RecordLaunch.check(List.of("java", "Main"), environment))
                .isInstanceOf(SessionException.class)
                .hasMessage("'java' is Java 8; Hindsight records Java 17 and newer");
    }

    @Test
    void aCommandThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> RecordLaunch.check(List.of("nosuch"), environment))
                .hasMessage(
                        "cannot start 'nosuch': it is not in PATH; a whole command is needed, as in: java -cp classes Main")
                .extracting(e -> ((SessionException) e).reason())
                .isEqualTo(SessionException.Reason.NOT_FOUND);
        assertThatThrownBy(
                        () -> RecordLaunch.check(List.of(home.resolve("release").toString()), environment))
                .extracting(e -> ((SessionException) e).reason())
                .isEqualTo(SessionException.Reason.NOT_EXECUTABLE);
    }

    private RecordLaunch launch(String command) throws IOException, SessionException {
        return launch(environment, command);
    }

    private RecordLaunch launch(Map<String, String> variables, String... command) throws IOException, SessionException {
        return RecordLaunch.prepare(
                List.of(command),
                variables,
                AGENT,
                recording,
                OptionalLong.empty(),
                new ThreadChoice(Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), "on"),
                Optional.empty());
    }

    private static String run(RecordLaunch launch, String script) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script).redirectErrorStream(true);
        builder.environment().putAll(launch.environment());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }

    private static void script(Path file, String text) throws IOException, SessionException {
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
