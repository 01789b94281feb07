package dev.hindsight.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void whatIsWrittenIsRead() {
        RandomInputs.check(1000, inputs -> {
            Object value = value(inputs);
            String text = Json.write(value);
            assertThat(Json.parse(text)).isEqualTo(value);
            assertThat(Json.write(Json.parse(text))).isEqualTo(text);
        });
    }

    @Test
    void anyTextIsReadOrRefused() {
        RandomInputs.check(2000, inputs -> readOrRefuse(inputs.text()));
    }

    @Test
    void aCutTextIsReadOrRefused() {
        RandomInputs.check(2000, inputs -> {
            String text = Json.write(value(inputs));
            readOrRefuse(text.substring(0, inputs.between(0, text.length())));
        });
    }

    private static Object value(RandomInputs inputs) {
        return value(inputs, inputs.random().nextInt(4));
    }

    private static Object value(RandomInputs inputs, int depth) {
        if (depth == 0) {
            return leaf(inputs);
        }
        List<Object> values = inputs.list(4, () -> value(inputs, depth - 1));
        if (inputs.random().nextBoolean()) {
            return values;
        }
        Map<String, Object> map = new LinkedHashMap<>();
        values.forEach(value -> map.put(inputs.text(), value));
        return map;
    }

    private static Object leaf(RandomInputs inputs) {
        return switch (inputs.random().nextInt(5)) {
            case 0 -> inputs.text();
            case 1 -> inputs.anyLong();
            case 2 -> inputs.finiteDouble();
            case 3 -> inputs.random().nextBoolean();
            default -> null;
        };
    }

    private static void readOrRefuse(String text) {
        try {
            Json.parse(text);
        } catch (CorruptRecordingException e) {
            assertThat(e).hasMessageStartingWith("bad JSON at character ");
        }
    }

    @Test
    void anObjectKeepsItsOrder() throws CorruptRecordingException {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", 1L);
        map.put("a", Arrays.asList(null, true, "\u0000\u2028\ud800\"\\/\n"));
        map.put("", Map.of());
        assertThat(Json.parseObject(Json.write(map)).keySet()).containsExactly("z", "a", "");
        assertThat(Json.parseObject(Json.write(map))).isEqualTo(map);
    }

    @Test
    void theUsualFormsAreRead() throws CorruptRecordingException {
        String text =
                " { \"a\" : [ 1 , -0 , 1.5e+3 , 2E-1, 0.25 ] ,\r\n\t\"b\":\"\\u00e4\\b\\f\\n\\r\\t\\/\\\\\\\"\" } ";
        assertThat(Json.parseObject(text))
                .isEqualTo(Map.of("a", List.of(1L, 0L, 1500.0, 0.2, 0.25), "b", "ä\b\f\n\r\t/\\\""));
        assertThat(Json.parse("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void malformedTextIsRefused() {
        List<String> malformed = List.of(
                "",
                " ",
                "{",
                "}",
                "[",
                "]",
                "[1",
                "[1,",
                "[1,]",
                "[,1]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{1:1}",
                "\"",
                "\"a",
                "\"\\",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\\u+123\"",
                "\"\\u-123\"",
                "\"\\u١٢٣٤\"",
                "\"a\nb\"",
                "\"\u0001\"",
                "tru",
                "nul",
                "True",
                "NaN",
                "Infinity",
                "-",
                "+1",
                "01",
                "-01",
                "1.",
                ".5",
                "1e",
                "1e+",
                "1.e3",
                "--1",
                "1-1",
                "0x10",
                "1 2",
                "[1 2]",
                "{\"a\":1 \"b\":2}",
                "1d",
                "1L",
                "'a'",
                "/**/1",
                "\ufeff1",
                "٣");
        for (String text : malformed) {
            assertThatThrownBy(() -> Json.parse(text))
                    .as(text)
                    .isInstanceOf(CorruptRecordingException.class)
                    .hasMessageStartingWith("bad JSON at character ");
        }
    }

    @Test
    void numbersBeyondTheirTypesAreRefused() {
        for (String text :
                List.of("9223372036854775808", "-9223372036854775809", "1e999", "-1e999", "9".repeat(5000))) {
            assertThatThrownBy(() -> Json.parse(text))
                    .isInstanceOf(CorruptRecordingException.class)
                    .hasMessageEndingWith("a number is too large");
        }
    }

    @Test
    void numbersThatJsonDoesNotKnowAreWrittenAsNull() {
        assertThat(Json.write(List.of(Double.NaN, Double.POSITIVE_INFINITY))).isEqualTo("[\n  null,\n  null\n]\n");
    }

    @Test
    void depthAndSizeAreLimited() throws CorruptRecordingException {
        assertThat(Json.parse("[".repeat(65) + "]".repeat(65))).isNotNull();
        assertThatThrownBy(() -> Json.parse("[".repeat(66) + "]".repeat(66)))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessageEndingWith("nested too deeply");
        assertThatThrownBy(() -> Json.parse("{\"a\":".repeat(1_000_000)))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessageEndingWith("nested too deeply");
        assertThatThrownBy(() -> Json.parse("[" + "{},".repeat(2_000_000)))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessageEndingWith("more than 1048576 values");
    }

    @Test
    void anObjectIsExpectedWhereOneIsAskedFor() {
        assertThatThrownBy(() -> Json.parseObject("[]"))
                .isInstanceOf(CorruptRecordingException.class)
                .hasMessage("expected a JSON object");
    }
}
