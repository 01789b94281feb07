package dev.hindsight.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON as maps, lists, strings, numbers (Long or Double), booleans and null. */
public final class Json {
    private static final int MAX_DEPTH = 64;
    /** A short text can stand for many small objects: this bounds their memory. */
    private static final int MAX_VALUES = 1 << 20;

    private final String text;
    private int at;
    private int values;

    private Json(String text) {
        this.text = text;
    }

    public static Object parse(String text) throws CorruptRecordingException {
        Json json = new Json(text);
        Object value = json.value(0);
        json.space();
        if (json.at < text.length()) {
            throw json.error("more text behind the value");
        }
        return value;
    }

    /** Parses an object. */
    public static Map<String, Object> parseObject(String text) throws CorruptRecordingException {
        if (parse(text) instanceof Map<?, ?> map) {
            Map<String, Object> result = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                result.put((String) entry.getKey(), entry.getValue());
            }
            return result;
        }
        throw new CorruptRecordingException("expected a JSON object");
    }

    private Object value(int depth) throws CorruptRecordingException {
        if (depth > MAX_DEPTH) {
            throw error("nested too deeply");
        }
        if (++values > MAX_VALUES) {
            throw error("more than " + MAX_VALUES + " values");
        }
        space();
        if (at >= text.length()) {
            throw error("ends early");
        }
        switch (text.charAt(at)) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) throws CorruptRecordingException {
        Map<String, Object> map = new LinkedHashMap<>();
        at++;
        space();
        if (accept('}')) {
            return map;
        }
        do {
            space();
            String key = string();
            space();
            expect(':');
            map.put(key, value(depth + 1));
            space();
        } while (accept(','));
        expect('}');
        return map;
    }

    private List<Object> array(int depth) throws CorruptRecordingException {
        List<Object> list = new ArrayList<>();
        at++;
        space();
        if (accept(']')) {
            return list;
        }
        do {
            list.add(value(depth + 1));
            space();
        } while (accept(','));
        expect(']');
        return list;
    }

    private String string() throws CorruptRecordingException {
        expect('"');
        StringBuilder built = new StringBuilder();
        while (true) {
            char c = take();
            if (c == '"') {
                return built.toString();
            }
            if (c < 0x20) {
                throw error("control character in a text");
            }
            built.append(c == '\\' ? escape() : c);
        }
    }

    private char escape() throws CorruptRecordingException {
        char c = take();
        switch (c) {
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                return hexadecimal();
            case '"', '\\', '/':
                return c;
            default:
                throw error("bad escape");
        }
    }

    private char hexadecimal() throws CorruptRecordingException {
        int decoded = 0;
        for (int i = 0; i < 4; i++) {
            char c = take();
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw error("bad escape");
            }
            decoded = decoded << 4 | digit;
        }
        return (char) decoded;
    }

    private Object number() throws CorruptRecordingException {
        int start = at;
        accept('-');
        if (!accept('0')) {
            digits();
        }
        boolean whole = true;
        if (accept('.')) {
            whole = false;
            digits();
        }
        if (accept('e') || accept('E')) {
            whole = false;
            if (!accept('+')) {
                accept('-');
            }
            digits();
        }
        String number = text.substring(start, at);
        try {
            if (whole) {
                return Long.valueOf(number);
            }
        } catch (NumberFormatException e) {
            throw error("a number is too large");
        }
        double value = Double.parseDouble(number);
        if (Double.isInfinite(value)) {
            throw error("a number is too large");
        }
        return value;
    }

    private void digits() throws CorruptRecordingException {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            throw error("bad value");
        }
    }

    private Object word(String word, Object value) throws CorruptRecordingException {
        if (!text.startsWith(word, at)) {
            throw error("bad value");
        }
        at += word.length();
        return value;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean accept(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) throws CorruptRecordingException {
        if (!accept(c)) {
            throw error("expected " + c);
        }
    }

    private char take() throws CorruptRecordingException {
        if (at >= text.length()) {
            throw error("ends early");
        }
        return text.charAt(at++);
    }

    private CorruptRecordingException error(String what) {
        return new CorruptRecordingException("bad JSON at character " + at + ": " + what);
    }

    /** Writes with two spaces of indentation and a line feed at the end. */
    public static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out, "\n");
        return out.append('\n').toString();
    }

    private static void write(Object value, StringBuilder out, String indent) {
        if (value instanceof Map<?, ?> map) {
            writeAll(map.entrySet(), out, indent, '{', '}');
        } else if (value instanceof Map.Entry<?, ?> entry) {
            quote(entry.getKey().toString(), out);
            out.append(": ");
            write(entry.getValue(), out, indent);
        } else if (value instanceof Iterable<?> list) {
            writeAll(list, out, indent, '[', ']');
        } else if (value instanceof Double number && !Double.isFinite(number)) {
            out.append("null");
        } else if (value instanceof Number || value instanceof Boolean || value == null) {
            out.append(value);
        } else {
            quote(value.toString(), out);
        }
    }

    private static void writeAll(Iterable<?> values, StringBuilder out, String indent, char open, char close) {
        out.append(open);
        String inner = indent + "  ";
        String separator = inner;
        for (Object value : values) {
            out.append(separator);
            write(value, out, inner);
            separator = "," + inner;
        }
        if (!separator.equals(inner)) {
            out.append(indent);
        }
        out.append(close);
    }

    private static void quote(String value, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c < 0x20 || c >= 0x7f && c < 0xa0 || Character.isSurrogate(c) || c == 0x2028 || c == 0x2029) {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(Character.forDigit(c >>> shift & 15, 16));
                }
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
