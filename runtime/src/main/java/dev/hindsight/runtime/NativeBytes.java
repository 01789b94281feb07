package dev.hindsight.runtime;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What goes into and comes out of a native of the program, as bytes: written at recording, read at replay. What is read is not
 * trusted: a size is used only if so many bytes are there.
 */
final class NativeBytes {
    private static final int NULL = 0;
    private static final int TEXT = 1;
    private static final int TEXTS = 2;
    private static final int GIVEN = 3;
    private static final int UNKNOWN = 4;
    private static final int BUFFER = 5;
    /** Arrays are this and their type. */
    private static final int ARRAY = 8;

    private static final Class<?>[] ARRAYS = {
        byte[].class, boolean[].class, short[].class, char[].class,
        int[].class, float[].class, long[].class, double[].class
    };

    private byte[] bytes;
    private int size;
    private int at;

    /** @param bytes what to read from, or where to write as long as it is large enough */
    NativeBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    byte[] array() {
        return bytes;
    }

    int size() {
        return size;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Ends the replay unless this holds. */
    void check(boolean sane) {
        if (!sane) {
            Supervisor chosen = Hooks.supervisor;
            if (chosen != null) {
                chosen.damaged("what a native of the program returned cannot be read");
            }
            throw new IllegalStateException("what a native returned cannot be read");
        }
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
        }
    }

    // ---- writing

    void size(int value) {
        room(5);
        int rest = value;
        while (rest >>> 7 != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    void number(long value) {
        room(8);
        for (int shift = 0; shift < 64; shift += 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    void text(String text) {
        size(text.length());
        room(2 * text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[size++] = (byte) text.charAt(i);
            bytes[size++] = (byte) (text.charAt(i) >>> 8);
        }
    }

    void content(byte[] content) {
        size(content.length);
        room(content.length);
        System.arraycopy(content, 0, bytes, size, content.length);
        size += content.length;
    }

    /** The native gave an object back that it was given. */
    void given(int position) {
        size(GIVEN);
        size(position);
    }

    /** The native gave something that cannot be made again. */
    void unknown(String type) {
        size(UNKNOWN);
        text(type);
    }

    /** Writes null, a string, strings, an array of primitives or a direct buffer; nothing and false if it is something else. */
    boolean value(Object value) {
        if (value == null) {
            size(NULL);
        } else if (value instanceof String text) {
            size(TEXT);
            text(text);
        } else if (value instanceof String[] texts) {
            size(TEXTS);
            size(texts.length);
            for (String text : texts) {
                value(text);
            }
        } else if (kind(value) >= 0) {
            size(ARRAY + kind(value));
            content(Vm.arrayContent(value));
        } else if (value instanceof ByteBuffer buffer && buffer.isDirect()) {
            size(BUFFER);
            content(new NativeState(buffer).content());
        } else {
            return false;
        }
        return true;
    }

    /** Which kind of array of primitives this is; -1 if it is none. */
    static int kind(Object value) {
        for (int i = 0; i < ARRAYS.length; i++) {
            if (value.getClass() == ARRAYS[i]) {
                return i;
            }
        }
        return -1;
    }

    // ---- reading

    int takeSize() {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            check(at < bytes.length);
            int next = bytes[at++];
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                check(value >= 0);
                return value;
            }
        }
        check(false);
        return 0;
    }

    long takeNumber() {
        check(bytes.length - at >= 8);
        long value = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            value |= (bytes[at++] & 0xffL) << shift;
        }
        return value;
    }

    private String takeText() {
        int length = takeSize();
        check(length <= (bytes.length - at) / 2);
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = (char) (bytes[at] & 0xff | bytes[at + 1] << 8);
            at += 2;
        }
        return new String(chars);
    }

    byte[] takeContent() {
        int length = takeSize();
        check(length <= bytes.length - at);
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    private boolean takes(int kind) {
        boolean is = at < bytes.length && bytes[at] == kind;
        at += is ? 1 : 0;
        return is;
    }

    /** The position of the object that was given; -1 if this is something else. */
    int takeGiven() {
        return takes(GIVEN) ? takeSize() : -1;
    }

    /** The class of an object that cannot be made again; null if this is something else. */
    String takeUnknown() {
        return takes(UNKNOWN) ? takeText() : null;
    }

    Object takeValue() {
        int kind = takeSize();
        switch (kind) {
            case NULL:
                return null;
            case TEXT:
                return takeText();
            case TEXTS:
                return takeTexts();
            case BUFFER:
                return takeBuffer();
            default:
                check(kind >= ARRAY && kind < ARRAY + ARRAYS.length);
                byte[] content = takeContent();
                Class<?> element = ARRAYS[kind - ARRAY].getComponentType();
                int scale = Vm.arrayScale(ARRAYS[kind - ARRAY]);
                check(content.length % scale == 0);
                Object array = java.lang.reflect.Array.newInstance(element, content.length / scale);
                Vm.setArrayContent(array, content);
                return array;
        }
    }

    private ByteBuffer takeBuffer() {
        byte[] content = takeContent();
        ByteBuffer buffer = ByteBuffer.allocateDirect(content.length);
        buffer.put(0, content);
        return buffer;
    }

    private String[] takeTexts() {
        int length = takeSize();
        check(length <= bytes.length - at);
        String[] texts = new String[length];
        for (int i = 0; i < length; i++) {
            Object text = takeValue();
            check(text == null || text instanceof String);
            texts[i] = (String) text;
        }
        return texts;
    }
}
