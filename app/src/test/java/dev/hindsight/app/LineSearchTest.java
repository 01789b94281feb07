package dev.hindsight.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class LineSearchTest {
    @Test
    void theFirstLineWithAMatchIsFound() throws IOException {
        assertThat(search("b+", "an\nabba\nbb\n")).contains("abba");
        assertThat(search("^b+$", "an\nabba\nbb\n")).contains("bb");
        assertThat(search("n.*b", "an\nabba\n")).as("no match goes over lines").isEmpty();
        assertThat(search("x", "")).isEmpty();
    }

    @Test
    void theLastLineNeedsNoEnd() throws IOException {
        assertThat(search("end$", "begin\nthe end")).contains("the end");
    }

    @Test
    void linesMayComeInPiecesAndInAnyLanguage() throws IOException {
        LineSearch search = new LineSearch(Pattern.compile("f\u00fcr"));
        for (byte one : "nichts f\u00fcr dich\n".getBytes(StandardCharsets.UTF_8)) {
            search.write(new byte[] {one});
        }
        assertThat(search.found()).contains("nichts f\u00fcr dich");
    }

    @Test
    void aLineWithoutEndTakesBoundedMemory() throws IOException {
        assertThat(search("needle", "x".repeat(3_000_000) + "needle" + "x".repeat(100)))
                .hasValueSatisfying(piece -> assertThat(piece).hasSizeLessThan(100_000));
    }

    @Test
    void anExpressionThatGoesTooDeepForALineIsNoError() throws IOException {
        LineSearch search = new LineSearch(Pattern.compile("(x|aa|a)*z"));
        search.write("a".repeat(60_000).getBytes(StandardCharsets.UTF_8));
        assertThat(search.found()).isEmpty();
        assertThat(search.isTooDeep()).isTrue();
    }

    private static Optional<String> search(String regex, String text) throws IOException {
        LineSearch search = new LineSearch(Pattern.compile(regex));
        search.write(text.getBytes(StandardCharsets.UTF_8));
        return search.found();
    }
}
