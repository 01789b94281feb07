package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small classes that turn values into words. */
final class TextTest {
    @Test
    void columnsAreAligned() {
        Table table = new Table(Table.Side.LEFT, Table.Side.RIGHT, Table.Side.LEFT)
                .row("a", "1", "x")
                .row("bcd", "1000", "")
                .row("\ud83d\ude00", "20", "yy");
        assertThat(table.lines()).containsExactly("a       1  x", "bcd  1000", "\ud83d\ude00      20  yy");
    }

    @Test
    void aRowMustFitItsTable() {
        assertThatThrownBy(() -> new Table(Table.Side.LEFT).row("a", "b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 cells for 1 columns");
    }

    @Test
    void nothingFromARecordingCommandsTheTerminal() {
        assertThat(Printable.line("a\u001b[2J\r\n\tb\u009b\u202e\u2028\ud800"))
                .isEqualTo("a\\u001b[2J\\r\\n\\tb\\u009b\\u202e\\u2028\\ud800");
        assertThat(Printable.lines("a\n\tb\u0007")).isEqualTo("a\n\tb\\u0007");
        assertThat(Printable.quoted("a\"\\n\n")).isEqualTo("\"a\\\"\\\\n\\n\"");
        assertThat(Printable.line("gr\u00fc\u00df \ud83d\ude00")).isEqualTo("gr\u00fc\u00df \ud83d\ude00");
    }

    @Test
    void sizesAreReadAndShown() {
        assertThat(ByteSize.parse("17").bytes()).isEqualTo(17);
        assertThat(ByteSize.parse("2k").bytes()).isEqualTo(2048);
        assertThat(ByteSize.parse("500MB").bytes()).isEqualTo(500L << 20);
        assertThat(ByteSize.parse("3G").bytes()).isEqualTo(3L << 30);
        assertThat(new ByteSize(0)).hasToString("0 KB");
        assertThat(new ByteSize(1)).hasToString("1 KB");
        assertThat(new ByteSize(20L << 20)).hasToString("20 MB");
        assertThat(new ByteSize(20L << 30)).hasToString("20 GB");
    }

    @Test
    void commandsCanBePasted() {
        assertThat(ShellWords.join(List.of("java", "a b", "it's", "", "$x")))
                .isEqualTo("java 'a b' 'it'\\''s' '' '$x'");
    }

    @Test
    void aRecordingIsNamedAfterItsProgram() {
        assertThat(ProgramName.of(List.of("java", "-Xmx1g", "-cp", "x.jar", "com.acme.Main", "-jar", "y")))
                .isEqualTo("Main");
        assertThat(ProgramName.of(List.of("/jdk/bin/java", "-jar", "lib/app.jar")))
                .isEqualTo("app");
        assertThat(ProgramName.of(List.of("java", "--add-opens", "a/b=c", "-m", "mod/com.acme.Main")))
                .isEqualTo("Main");
        assertThat(ProgramName.of(List.of("java", "src/Hello.java"))).isEqualTo("Hello");
        assertThat(ProgramName.of(List.of("java", "@args"))).isEqualTo("java");
        assertThat(ProgramName.of(List.of("./gradlew", "test"))).isEqualTo("gradlew");
        assertThat(ProgramName.of(List.of("java", "a.B$C"))).isEqualTo("B_C");
    }

    @Test
    void aRecordingThatExistsIsNotOverwritten(@TempDir Path directory) throws IOException {
        LocalDateTime now = LocalDateTime.of(2024, 2, 3, 4, 5, 6);
        List<String> command = List.of("java", "Main");
        assertThat(RecordingPlace.choose(directory, command, now)).isEqualTo(directory.resolve("Main-20240203-040506"));
        Files.createDirectory(directory.resolve("Main-20240203-040506"));
        assertThat(RecordingPlace.choose(directory, command, now))
                .isEqualTo(directory.resolve("Main-20240203-040506-2"));
    }

    @Test
    void durationsAreShortToRead() {
        assertThat(Times.duration(1234)).isEqualTo("1.2 s");
        assertThat(Times.duration(61_000)).isEqualTo("1 min 1 s");
        assertThat(Times.duration(7_320_000)).isEqualTo("2 h 2 min");
    }

    @Test
    void pathsAreResolvedAsText() {
        assertThat(Resource.absolute("a/../b//c/.", "/w")).isEqualTo("/w/b/c");
        assertThat(Resource.absolute("../../..", "/w")).isEqualTo("/");
        assertThat(Resource.absolute("/x", "/w")).isEqualTo("/x");
    }
}
