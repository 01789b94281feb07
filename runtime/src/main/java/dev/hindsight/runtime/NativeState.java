package dev.hindsight.runtime;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.util.Arrays;

/**
 * What an object held when it was given to a native of the program, so that it can be seen what the native changed: the
 * content of an array of primitives or of a direct buffer, the elements of another array, the fields of an object of the
 * program's own classes.
 */
final class NativeState {
    private static final long[] NOTHING = {};

    /** Where the fields of classes are; found by identity, so that no class is asked for its hash. */
    private static volatile Shape[] shapes = {};

    private final Object object;
    /** Whether it is an array of primitives or a direct buffer. */
    private final boolean hasContent;

    private final long fingerprint;
    private final long[] offsets;
    /** Sizes of primitive fields; 0 for references. Null if all are references. */
    private final int[] sizes;

    private final long[] numbers;
    private final Object[] references;

    NativeState(Object object) {
        this.object = object;
        this.hasContent = object != null && (NativeBytes.kind(object) >= 0 || address(object) != 0);
        this.fingerprint = hasContent ? fingerprint() : 0;
        if (object instanceof Object[] elements) {
            offsets = new long[elements.length];
            for (int i = 0; i < offsets.length; i++) {
                offsets[i] = Vm.elementOffset(elements, i);
            }
            sizes = null;
        } else {
            Shape shape = object == null || hasContent || object.getClass().getClassLoader() == null
                    ? null
                    : shape(object.getClass());
            offsets = shape == null ? NOTHING : shape.offsets;
            sizes = shape == null ? null : shape.sizes;
        }
        numbers = sizes == null ? NOTHING : new long[offsets.length];
        references = new Object[offsets.length];
        for (int i = 0; i < offsets.length; i++) {
            if (isReference(i)) {
                references[i] = reference(i);
            } else {
                numbers[i] = number(i);
            }
        }
    }

    /** Where a direct buffer has its bytes; 0 if this is none. */
    private static long address(Object object) {
        return object instanceof Buffer buffer && buffer.isDirect() ? Vm.address(buffer) : 0;
    }

    private long bufferSize() {
        return (long) ((Buffer) object).capacity() << Vm.elementShift((Buffer) object);
    }

    private long fingerprint() {
        long address = address(object);
        return address != 0 ? Vm.fingerprint(address, bufferSize()) : Vm.arrayFingerprint(object);
    }

    /** Writes what a replay has to pass to the native as well. */
    void digest(NativeBytes to) {
        if (object instanceof String text) {
            to.value(text);
        } else if (object instanceof Class<?> type) {
            to.text(type.getName());
        } else {
            to.text(object == null ? "" : object.getClass().getName());
            to.number(fingerprint);
            to.size(object instanceof Object[] elements ? elements.length : 0);
        }
    }

    boolean isContentChanged() {
        return hasContent && fingerprint() != fingerprint;
    }

    byte[] content() {
        long address = address(object);
        if (address == 0) {
            return Vm.arrayContent(object);
        }
        byte[] content = new byte[Math.toIntExact(bufferSize())];
        Vm.copyOut(address, content, 0, content.length);
        return content;
    }

    /** Puts another content in; false if it does not fit. */
    boolean restore(byte[] content) {
        long address = hasContent ? address(object) : 0;
        boolean fits = hasContent && content.length == (address != 0 ? bufferSize() : Vm.arraySize(object));
        if (fits && address != 0) {
            Vm.copyIn(content, 0, address, content.length);
        } else if (fits) {
            Vm.setArrayContent(object, content);
        }
        return fits;
    }

    /** How many fields or elements there are. */
    int slots() {
        return offsets.length;
    }

    boolean isReference(int slot) {
        return sizes == null || sizes[slot] == 0;
    }

    boolean isChanged(int slot) {
        return isReference(slot) ? reference(slot) != references[slot] : number(slot) != numbers[slot];
    }

    Object reference(int slot) {
        return Vm.getReference(object, offsets[slot]);
    }

    long number(int slot) {
        return Vm.bits(object, offsets[slot], sizes[slot]);
    }

    /** False if an object of this class cannot be there. */
    boolean setReference(int slot, Object value) {
        Class<?> type = object instanceof Object[]
                ? object.getClass().getComponentType()
                : shape(object.getClass()).types[slot];
        if (value != null && !type.isInstance(value)) {
            return false;
        }
        Vm.setReference(object, offsets[slot], value);
        return true;
    }

    void setNumber(int slot, long value) {
        Vm.setBits(object, offsets[slot], sizes[slot], value);
    }

    private static Shape shape(Class<?> type) {
        for (Shape shape : shapes) {
            if (shape.owner.get() == type) {
                return shape;
            }
        }
        return add(type);
    }

    private static synchronized Shape add(Class<?> type) {
        Shape added = new Shape(type);
        Shape[] more = new Shape[shapes.length + 1];
        int count = 0;
        for (Shape shape : shapes) {
            if (shape.owner.get() != null) {
                more[count++] = shape;
            }
        }
        more[count++] = added;
        shapes = Arrays.copyOf(more, count);
        return added;
    }

    /** The fields that a class and those above it have, as far as they are the program's. */
    private static final class Shape {
        private final WeakReference<Class<?>> owner;
        private long[] offsets = new long[8];
        private int[] sizes = new int[8];
        private Class<?>[] types = new Class<?>[8];

        Shape(Class<?> owner) {
            this.owner = new WeakReference<>(owner);
            int count = 0;
            for (Class<?> c = owner; c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        if (count == offsets.length) {
                            resize(2 * count);
                        }
                        types[count] = field.getType();
                        sizes[count] = field.getType().isPrimitive() ? Vm.sizeOf(field.getType()) : 0;
                        offsets[count++] = Vm.offset(field);
                    }
                }
            }
            resize(count);
        }

        private void resize(int size) {
            offsets = Arrays.copyOf(offsets, size);
            sizes = Arrays.copyOf(sizes, size);
            types = Arrays.copyOf(types, size);
        }
    }
}
