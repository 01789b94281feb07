package dev.hindsight.e2e;

import static dev.hindsight.e2e.Workbench.err;
import static dev.hindsight.e2e.Workbench.out;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hindsight.e2e.Command.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only the start script of a checkout does. */
class ScriptTest {
    @TempDir
    Path directory;

    /** A shell writes what is not ASCII: the JVM of the tests may be in the C locale itself. */
    @Test
    void argumentsAndNamesOfAnyLanguageAreHandedOnInTheCLocale() throws Exception {
        Workbench bench = new Workbench(directory);
        List<String> words = bench.program(
                "Bytes",
                """
                public class Bytes {
                    public static void main(String[] args) {
                        args[0].codePoints().forEach(c -> System.out.print(Integer.toHexString(c) + " "));
                        System.out.println(System.getenv("LC_ALL") + " " + System.getenv("LANG"));
                    }
                }
                """);
        String java = "java " + String.join(" ", words.subList(1, words.size()));
        String word = "\"$(printf '\\303\\274\\342\\202\\254')\"";
        // The program chooses a locale for itself, so it sees what was handed on.
        Result recorded = run("record -o " + word + " -- env LC_ALL=C.UTF-8 " + java + " " + word);
        assertThat(out(recorded)).as(err(recorded)).isEqualTo("fc 20ac C.UTF-8 C\n");
        Result replayed = run("replay --check " + word);
        assertThat(replayed.exitCode()).as(err(replayed)).isZero();
        assertThat(replayed.out()).isEqualTo(recorded.out());
        Result plain = run("record -o plain -- " + java + " a");
        assertThat(out(plain)).as("the locale of the user").isEqualTo("61 null C\n");
    }

    @Test
    void whatIsShownCanBeTypedWhereTheToolIsNotInThePath() throws Exception {
        Result demo = run("demo");
        assertThat(demo.exitCode()).as(err(demo)).isZero();
        assertThat(out(demo).lines().filter(line -> line.matches("  (\\$ )?\\S*hindsight .*")))
                .hasSizeGreaterThan(9)
                .allMatch(line -> line.matches("  (\\$ )?\\Q" + Checkout.script() + "\\E .*"));
        assertThat(err(demo)).contains("; replay: " + Checkout.script() + " replay ");
        assertThat(out(demo)).contains(" threads ", " report ", " --until-failure ", "docs/tutorial.md");
        Matcher place = Pattern.compile("stays in\\s(\\S+),\\s").matcher(out(demo));
        assertThat(place.find()).as(out(demo)).isTrue();
        World.remove(Path.of(place.group(1)));
    }

    private Result run(String words) throws IOException, InterruptedException {
        Path work = Files.createDirectories(directory.resolve("work"));
        Map<String, String> environment = new HashMap<>(World.environmentOfRecording());
        environment.keySet().removeIf(name -> name.startsWith("LC_"));
        environment.put("LANG", "C");
        environment.put("PATH", Jdk.running().java().getParent() + ":/usr/bin:/bin");
        List<String> shell = List.of("sh", "-c", "exec '" + Checkout.script() + "' " + words);
        return new Command(shell, work, environment, Optional.empty(), Program.Streams.SEPARATE).run();
    }
}
