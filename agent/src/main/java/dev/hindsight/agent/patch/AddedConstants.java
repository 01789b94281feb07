package dev.hindsight.agent.patch;

import java.nio.charset.StandardCharsets;

/** Constants that are put behind those of a class; each method returns the number of the one it made. */
final class AddedConstants {
    private static final int TEXT = 1;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;

    private final Output bytes = new Output();
    private int count;

    /**
     * @param count how many the class has, the one without a number included
     */
    AddedConstants(int count) {
        this.count = count;
    }

    int count() {
        return count;
    }

    int text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        bytes.write(TEXT);
        bytes.writeShort(encoded.length);
        bytes.write(encoded, 0, encoded.length);
        return count++;
    }

    int type(String name) {
        int text = text(name);
        bytes.write(CLASS);
        bytes.writeShort(text);
        return count++;
    }

    int nameAndType(int name, String descriptor) {
        int text = text(descriptor);
        bytes.write(NAME_AND_TYPE);
        bytes.writeShort(name);
        bytes.writeShort(text);
        return count++;
    }

    int method(int owner, String name, String descriptor) {
        int nameAndType = nameAndType(text(name), descriptor);
        bytes.write(METHOD);
        bytes.writeShort(owner);
        bytes.writeShort(nameAndType);
        return count++;
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
