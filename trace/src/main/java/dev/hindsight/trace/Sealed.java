package dev.hindsight.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Texts that carry a checksum of themselves: a flipped bit in an argument, a path or the table of natives would make a replay
 * of something else.
 *
 * <p>A JSON object has it as its first member, and it covers the object without that member. A table has it in a comment at its
 * end, and it covers all that comes before.
 */
public final class Sealed {
    private static final String KEY = "checksum";
    private static final String HEAD = "{\n  \"" + KEY + "\": \"";
    private static final String NECK = "\",";
    private static final String COMMENT = "# " + KEY + " ";
    private static final int DIGITS = 8;
    private static final String MISFIT = "its checksum does not fit its content";

    private Sealed() {}

    /** @param content not empty */
    public static String json(Map<String, Object> content) {
        String text = Json.write(content);
        return HEAD + sum(text) + NECK + text.substring(1);
    }

    /** Reads what {@link #json} wrote. */
    static Map<String, Object> parse(String text) throws CorruptRecordingException {
        Map<String, Object> content = Json.parseObject(text);
        require(text, content);
        return content;
    }

    /** The same from a file, which is named if it is damaged. */
    public static Map<String, Object> read(Path file) throws IOException {
        try {
            return parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (CorruptRecordingException e) {
            throw new CorruptRecordingException(file.getFileName() + ": " + e.getMessage());
        }
    }

    /**
     * Checks what {@link #json} wrote.
     *
     * @param content what was parsed from it; the checksum is taken out
     */
    static void require(String text, Map<String, Object> content) throws CorruptRecordingException {
        int neck = HEAD.length() + DIGITS;
        boolean sealed = text.startsWith(HEAD)
                && text.startsWith(NECK, neck)
                && sum("{" + text.substring(neck + NECK.length())).equals(content.remove(KEY));
        if (!sealed) {
            throw new CorruptRecordingException(MISFIT);
        }
    }

    /** @param text of whole lines */
    public static String table(String text) {
        return text + COMMENT + sum(text) + "\n";
    }

    /** What was given to {@link #table}. */
    static String openTable(String text) throws CorruptRecordingException {
        int comment = text.lastIndexOf(COMMENT);
        if (comment < 0 || !text.equals(table(text.substring(0, comment)))) {
            throw new CorruptRecordingException(MISFIT);
        }
        return text.substring(0, comment);
    }

    private static String sum(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        String digits = Long.toHexString(crc.getValue());
        return "0".repeat(DIGITS - digits.length()) + digits;
    }
}
