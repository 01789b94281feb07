package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArgumentsTest {
    private static final Option OUTPUT = Option.valued("--output", "DIR", "").brief("-o");
    private static final Option JSON = Option.flag("--json", "");
    private static final Option DEBUG = Option.perhapsNumbered("--debug", "PORT", "");
    private static final Option PATTERN =
            Option.valued("--pattern", "REGEX", "").atLeastOnce();

    @TempDir
    Path directory;

    private static Arguments parse(Usage.Arity arity, Option option, String... words) {
        Usage usage = Usage.of("try").takes(new Usage.Parameter("A", arity, "")).with(option, JSON);
        return Arguments.parse(usage, List.of(words));
    }

    @Test
    void aValueComesInManyForms() {
        for (List<String> form : List.of(
                List.of("-o", "a=b"),
                List.of("-oa=b"),
                List.of("-o=a=b"),
                List.of("--output", "a=b"),
                List.of("--output=a=b"))) {
            Arguments arguments = parse(Usage.Arity.AT_MOST_ONE, OUTPUT, form.toArray(String[]::new));
            assertThat(arguments.value(OUTPUT)).as("%s", form).contains("a=b");
            assertThat(arguments.others()).isEmpty();
        }
    }

    @Test
    void aValueMayLookLikeAnOptionOfSomethingElse() {
        Arguments arguments = parse(Usage.Arity.ONE, PATTERN, "--pattern", "-x", "--pattern=--json", "a");
        assertThat(arguments.values(PATTERN)).containsExactly("-x", "--json");
        assertThat(arguments.has(JSON)).isFalse();
    }

    @Test
    void optionsMayFollowTheirArgument() {
        Arguments arguments = parse(Usage.Arity.ONE, OUTPUT, "a", "--json");
        assertThat(arguments.has(JSON)).isTrue();
        assertThat(arguments.others()).containsExactly("a");
    }

    @Test
    void behindTwoDashesNothingIsAnOption() {
        Arguments arguments = parse(Usage.Arity.ONE, OUTPUT, "--", "--json");
        assertThat(arguments.has(JSON)).isFalse();
        assertThat(arguments.others()).containsExactly("--json");
    }

    @Test
    void aCommandKeepsItsOptionsToItself() {
        Arguments arguments = parse(Usage.Arity.ALL_THE_REST, OUTPUT, "-o", "r", "java", "--json", "--", "-o");
        assertThat(arguments.has(JSON)).isFalse();
        assertThat(arguments.others()).containsExactly("java", "--json", "--", "-o");
        assertThat(parse(Usage.Arity.ALL_THE_REST, OUTPUT, "--", "java", "-h").others())
                .containsExactly("java", "-h");
    }

    @Test
    void anOptionalNumberIsTakenOnlyIfItCanBeNothingElse() throws Exception {
        assertThat(parse(Usage.Arity.ONE, DEBUG, "--debug", "7", "a").value(DEBUG))
                .contains("7");
        assertThat(parse(Usage.Arity.ONE, DEBUG, "--debug=7", "a").value(DEBUG)).contains("7");
        assertThat(parse(Usage.Arity.ONE, DEBUG, "--debug", "7").others()).containsExactly("7");
        assertThat(parse(Usage.Arity.ONE, DEBUG, "--debug", "a").value(DEBUG)).contains("");
        String named = Files.createDirectory(directory.resolve("7")).toString();
        assertThat(parse(Usage.Arity.ONE, DEBUG, "--debug", named, "--json").others())
                .containsExactly(named);
    }

    /** A command is looked up in PATH; what lies in the directory is none. */
    @Test
    void anOptionalNumberIsNotTheCommand() {
        Option until = Option.perhapsNumbered("--until", "N", "");
        for (String[] words : new String[][] {
            {"--until", "7", "java", "8"}, {"--until=7", "java", "8"}, {"--until", "7", "--", "java", "8"}
        }) {
            Arguments arguments = parse(Usage.Arity.ALL_THE_REST, until, words);
            assertThat(arguments.value(until)).contains("7");
            assertThat(arguments.others()).containsExactly("java", "8");
        }
        Arguments without = parse(Usage.Arity.ALL_THE_REST, until, "--until", "java", "8");
        assertThat(without.value(until)).contains("");
        assertThat(without.others()).containsExactly("java", "8");
    }

    @Test
    void anOptionalNumberIsNotTheCommandEvenIfAFileHasItsName() throws Exception {
        Option until = Option.perhapsNumbered("--until", "N", "");
        Path file = Path.of("4711");
        Files.createFile(file);
        try {
            assertThat(parse(Usage.Arity.ALL_THE_REST, until, "--until", "4711", "java")
                            .others())
                    .containsExactly("java");
        } finally {
            Files.delete(file);
        }
    }
}
