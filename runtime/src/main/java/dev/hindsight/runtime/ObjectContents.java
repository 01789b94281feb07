package dev.hindsight.runtime;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import jdk.internal.misc.Unsafe;

/**
 * What an object of the program held at one moment: its fields, elements or entries.
 *
 * <p>They are read from the heap. No code of the program runs for it, and reflection is not used: it would load the classes of
 * fields, which the program may not have done so far. The names of fields are those that the class's hooks were told with; of the
 * JDK's classes the usual collections are known, and no others.
 */
public final class ObjectContents {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final int MOST = 64;

    private final Object object;
    /** The name of a field, the key of an entry, or the place of an element. */
    private final List<Object> keys = new ArrayList<>();

    private final List<Object> values = new ArrayList<>();
    private long left;
    private final boolean named;

    private ObjectContents(Object object, boolean named) {
        this.object = object;
        this.named = named;
    }

    /** Reads an object; null if it is one of which nothing is known. */
    static ObjectContents of(Object object) {
        if (object == null || object instanceof Class || object instanceof Thread) {
            return null;
        }
        try {
            Class<?> type = object.getClass();
            if (type.isArray()) {
                ObjectContents contents = new ObjectContents(object, false);
                contents.elements(object, 0, Array.getLength(object));
                return contents;
            }
            return type.getClassLoader() == null ? ofJdk(object, type.getName()) : ofProgram(object, type);
        } catch (RuntimeException | Error e) {
            // It is left out: what is shown beside it counts more.
            return null;
        }
    }

    private static ObjectContents ofProgram(Object object, Class<?> type) {
        ObjectContents contents = new ObjectContents(object, true);
        for (Class<?> at = type; at != null && at.getClassLoader() != null; at = at.getSuperclass()) {
            String[] fields = StepLog.fieldsOf(at.getName());
            for (int i = 0; i < fields.length; i += 2) {
                contents.add(fields[i], field(object, at, fields[i], fields[i + 1].charAt(0)));
            }
        }
        return contents.keys.isEmpty() ? null : contents;
    }

    private static ObjectContents ofJdk(Object object, String name) {
        ObjectContents contents = new ObjectContents(object, false);
        if (object.getClass() == ArrayList.class) {
            contents.elements(
                    reference(object, ArrayList.class, "elementData"), 0, number(object, ArrayList.class, "size"));
        } else if (object.getClass() == ArrayDeque.class) {
            Object elements = reference(object, ArrayDeque.class, "elements");
            int head = number(object, ArrayDeque.class, "head");
            int tail = number(object, ArrayDeque.class, "tail");
            int length = Array.getLength(elements);
            contents.elements(elements, head, head + (tail - head + length) % length);
        } else if (name.equals("java.util.HashMap") || name.equals("java.util.LinkedHashMap")) {
            ObjectContents entries = new ObjectContents(object, true);
            entries.entries(object, true);
            return entries;
        } else if (name.equals("java.util.HashSet") || name.equals("java.util.LinkedHashSet")) {
            contents.entries(reference(object, java.util.HashSet.class, "map"), false);
        } else if (object.getClass() == AtomicInteger.class || object.getClass() == AtomicBoolean.class) {
            contents.add("value", number(object, object.getClass(), "value"));
        } else if (object.getClass() == AtomicLong.class) {
            contents.add("value", field(object, AtomicLong.class, "value", 'J'));
        } else if (object.getClass() == AtomicReference.class) {
            contents.add("value", reference(object, AtomicReference.class, "value"));
        } else {
            return null;
        }
        return contents;
    }

    private void elements(Object array, int from, int to) {
        int length = Array.getLength(array);
        int end = Math.min(to, from + MOST);
        for (int i = from; i < end; i++) {
            add(Integer.valueOf(i - from), Array.get(array, i % length));
        }
        left = to - end;
    }

    /** The nodes of a hash map; a thread that changed it at the same time may have left it in disorder. */
    private void entries(Object map, boolean withValues) {
        Class<?> node = typeOf("java.util.HashMap$Node");
        Object table = reference(map, java.util.HashMap.class, "table");
        int length = table == null ? 0 : Array.getLength(table);
        for (int i = 0; i < length; i++) {
            Object at = Array.get(table, i);
            while (at != null && left < MOST) {
                Object key = reference(at, node, "key");
                if (withValues) {
                    add(key, reference(at, node, "value"));
                } else {
                    add(Integer.valueOf(keys.size()), key);
                }
                at = reference(at, node, "next");
            }
        }
    }

    private static Class<?> typeOf(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private void add(Object key, Object value) {
        if (keys.size() < MOST) {
            keys.add(key);
            values.add(value);
        } else {
            left++;
        }
    }

    private static Object reference(Object object, Class<?> type, String name) {
        return UNSAFE.getReference(object, UNSAFE.objectFieldOffset(type, name));
    }

    private static int number(Object object, Class<?> type, String name) {
        return UNSAFE.getInt(object, UNSAFE.objectFieldOffset(type, name));
    }

    private static Object field(Object object, Class<?> type, String name, char kind) {
        long offset = UNSAFE.objectFieldOffset(type, name);
        return switch (kind) {
            case 'Z' -> UNSAFE.getBoolean(object, offset);
            case 'B' -> UNSAFE.getByte(object, offset);
            case 'S' -> UNSAFE.getShort(object, offset);
            case 'C' -> UNSAFE.getChar(object, offset);
            case 'I' -> UNSAFE.getInt(object, offset);
            case 'J' -> UNSAFE.getLong(object, offset);
            case 'F' -> UNSAFE.getFloat(object, offset);
            case 'D' -> UNSAFE.getDouble(object, offset);
            default -> UNSAFE.getReference(object, offset);
        };
    }

    /** Which one it is. */
    public Object object() {
        return object;
    }

    /** How many parts are here. */
    public int size() {
        return keys.size();
    }

    /** Whether its parts have names or keys; otherwise they are elements. */
    public boolean isNamed() {
        return named;
    }

    public Object key(int part) {
        return keys.get(part);
    }

    public Object value(int part) {
        return values.get(part);
    }

    /** How many more parts it had. */
    public long left() {
        return left;
    }
}
