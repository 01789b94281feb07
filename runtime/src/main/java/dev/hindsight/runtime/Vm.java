package dev.hindsight.runtime;

import java.io.FileDescriptor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import jdk.internal.misc.Unsafe;

/**
 * What we know about the inside of the virtual machine: raw memory, private fields, identity hashes.
 *
 * <p>Identity hashes: HotSpot draws the hash of an object, when it is first asked for, from a generator (Marsaglia's
 * xorshift) of the asking thread. Its four words lie in the native thread structure; drawing a hash moves three of them up
 * and makes the fourth, which is how {@link #calibrate} finds them. A thread whose generator starts at a known state draws
 * the same hashes in every run that asks for them in the same order, at no cost.
 */
public final class Vm {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long THREAD_ID = UNSAFE.objectFieldOffset(Thread.class, "tid");
    private static final long INTERRUPTED = UNSAFE.objectFieldOffset(Thread.class, "interrupted");
    private static final long NATIVE_THREAD = UNSAFE.objectFieldOffset(Thread.class, "eetop");
    private static final long FD = UNSAFE.objectFieldOffset(FileDescriptor.class, "fd");

    /** Releases disagree on the type of Unsafe's own constant. */
    private static final long BYTES = findBytes();

    private static final Class<?> VIRTUAL = findType("java.lang.BaseVirtualThread");

    /** Where a virtual thread keeps the thread it runs on; -1 if there are none. */
    private static final long CARRIER = findCarrier();

    /** Where later releases keep what a thread is; null if it is in the thread itself. */
    private static final Class<?> HOLDER_TYPE = findType("java.lang.Thread$FieldHolder");

    private static final long HOLDER = HOLDER_TYPE == null ? -1 : UNSAFE.objectFieldOffset(Thread.class, "holder");
    private static final long STATUS =
            UNSAFE.objectFieldOffset(HOLDER_TYPE == null ? Thread.class : HOLDER_TYPE, "threadStatus");

    private static final int SEARCHED = 4096;
    private static final int SEARCH_STEP = 256;

    /** The line of all code that we add to classes of the program; the highest there can be. */
    private static final int ADDED_LINE = 0xffff;

    /** The line of a native's frame. */
    static final int NATIVE_LINE = -2;

    private static final long ADDRESS = UNSAFE.objectFieldOffset(Buffer.class, "address");
    private static final long FORMAT = UNSAFE.objectFieldOffset(StackTraceElement.class, "format");
    private static final long CLASS_NAME = UNSAFE.objectFieldOffset(Class.class, "name");

    /** Plain names of hidden classes, in a hash table whose size is a power of two, and how many had that name. */
    private static String[] hiddenNames = new String[64];

    private static int[] hiddenSeen = new int[64];
    private static int hiddenCount;
    private static long generator = -1;
    private static int hashShift = -1;

    private Vm() {}

    /** Finds where this virtual machine keeps identity hashes; null if all is well, else what is missing. */
    public static String calibrate() {
        long thread = nativeThread();
        byte[] before = new byte[SEARCHED];
        Object object = null;
        int hash = 0;
        // Not farther than needed: what lies behind the thread's structure need not be there.
        for (int size = SEARCH_STEP; generator < 0 && size <= SEARCHED; size += SEARCH_STEP) {
            // More than once, in case a class was linked meanwhile, which draws a hash as well.
            for (int attempt = 0; generator < 0 && attempt < 2; attempt++) {
                copyOut(thread, before, 0, size);
                object = new Object();
                hash = System.identityHashCode(object);
                generator = findGenerator(thread, before, size, hash);
            }
        }
        if (generator < 0) {
            return "the generator of identity hashes was not found";
        }
        long mark = UNSAFE.getLong(object, 0L);
        for (int shift = 7; shift <= 12; shift++) {
            if ((mark >>> shift & 0x7fffffffL) == hash) {
                hashShift = shift;
            }
        }
        return hashShift < 0 ? "the identity hash was not found in an object's header" : null;
    }

    private static long findBytes() {
        byte[] probe = {0x5a, 0x3c, 0x71, 0x2e, 0x5a, 0x3c, 0x71, 0x2e};
        for (long offset = 8; offset <= 32; offset++) {
            if (UNSAFE.getByte(probe, offset) == 0x5a
                    && UNSAFE.getByte(probe, offset + 1) == 0x3c
                    && UNSAFE.getByte(probe, offset + 2) == 0x71) {
                return offset;
            }
        }
        throw new InternalError("the elements of arrays were not found");
    }

    /** Where the elements of arrays of ints begin. */
    static long findInts() {
        int[] probe = {0x5a3c712e, 0x2e713c5a};
        for (long offset = 8; offset <= 32; offset += Integer.BYTES) {
            if (UNSAFE.getInt(probe, offset) == probe[0] && UNSAFE.getInt(probe, offset + Integer.BYTES) == probe[1]) {
                return offset;
            }
        }
        throw new InternalError("the elements of arrays were not found");
    }

    /** The four words that moved up by one when a hash was drawn, so that the hash is the new last one. */
    private static long findGenerator(long thread, byte[] before, int size, int hash) {
        for (int offset = 0; offset + 16 <= size; offset += 4) {
            // W comes first, then X, Y and Z
            if ((UNSAFE.getInt(thread + offset) & 0x7fffffff) == hash
                    && UNSAFE.getInt(thread + offset + 4) == UNSAFE.getInt(before, BYTES + offset + 8)
                    && UNSAFE.getInt(thread + offset + 8) == UNSAFE.getInt(before, BYTES + offset + 12)
                    && UNSAFE.getInt(thread + offset + 12) == UNSAFE.getInt(before, BYTES + offset)) {
                return offset;
            }
        }
        return -1;
    }

    /** Whether a thread is one that the JDK schedules itself. */
    /** Whether this release has them. */
    static boolean hasVirtualThreads() {
        return VIRTUAL != null;
    }

    static boolean isVirtual(Thread thread) {
        return VIRTUAL != null && VIRTUAL.isInstance(thread);
    }

    /** The thread whose code this is: the current one or, if that is virtual, the one it runs on. */
    static Thread carrier() {
        Thread thread = Thread.currentThread();
        if (VIRTUAL == null || !VIRTUAL.isInstance(thread)) {
            return thread;
        }
        Thread carrier = (Thread) UNSAFE.getReference(thread, CARRIER);
        return carrier == null ? thread : carrier;
    }

    private static Class<?> findType(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            // An older release has none.
            return null;
        }
    }

    private static long findCarrier() {
        Class<?> type = findType("java.lang.VirtualThread");
        return type == null ? -1 : UNSAFE.objectFieldOffset(type, "carrierThread");
    }

    /** Puts the current thread to sleep until it is woken, or until then; 0 for no limit. */
    public static void park(long nanos) {
        UNSAFE.park(false, nanos);
    }

    /** Whether parking the thread would return at once; without asking the thread, whose class may be the program's. */
    public static boolean isInterrupted(Thread thread) {
        return UNSAFE.getBooleanVolatile(thread, INTERRUPTED);
    }

    public static void unpark(Thread thread) {
        UNSAFE.unpark(thread);
    }

    static long nativeThread() {
        return nativeThread(carrier());
    }

    /** Whether a thread has never been started; without asking it, whose class may be the program's. */
    static boolean isNew(Thread thread) {
        Object holder = HOLDER < 0 ? thread : UNSAFE.getReference(thread, HOLDER);
        // A virtual thread has none, and is started in another way.
        return holder == null || UNSAFE.getInt(holder, STATUS) == 0;
    }

    /** The virtual machine's own structure of a thread; 0 if the thread does not run. */
    static long nativeThread(Thread thread) {
        return UNSAFE.getLong(thread, NATIVE_THREAD);
    }

    public static long threadId(Thread thread) {
        return UNSAFE.getLong(thread, THREAD_ID);
    }

    static void setThreadId(Thread thread, long id) {
        UNSAFE.putLong(thread, THREAD_ID, id);
    }

    /** The state of the current thread's hash generator, first half. */
    public static long hashLow() {
        return UNSAFE.getLong(nativeThread() + generator);
    }

    public static long hashHigh() {
        return UNSAFE.getLong(nativeThread() + generator + 8);
    }

    public static void setHash(long low, long high) {
        long address = nativeThread() + generator;
        UNSAFE.putLong(address, low);
        UNSAFE.putLong(address + 8, high);
    }

    /** Lets the current thread draw the sequence that belongs to {@code seed}. */
    public static void seedHash(long seed) {
        setHash(mix(seed) | 1, mix(seed + 0x9E3779B97F4A7C15L));
    }

    public static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /**
     * Gives a class an identity hash that depends on its name alone, unless it has one. Which classes are hashed while
     * the virtual machine links code depends on what ran before, so their hashes may not come from a sequence.
     */
    public static void nameHash(Class<?> type) {
        nameHash(type, 0);
    }

    /** The same for one of several classes of a name. */
    static void nameHash(Class<?> type, int which) {
        if (isUnhashed(type)) {
            hashBy(type.getName().hashCode() + which, type);
        }
    }

    /** The same for another object that there is only one of. */
    public static void nameHash(Object object, String name) {
        hashBy(name.hashCode(), object);
    }

    private static void hashBy(int name, Object object) {
        if (isUnhashed(object)) {
            long hash = mix(name) & 0x7fffffffL;
            long mark = UNSAFE.getLong(object, 0L);
            UNSAFE.compareAndSetLong(object, 0L, mark, mark | (hash == 0 ? 1 : hash) << hashShift);
        }
    }

    /**
     * Gives an object a hash by its name even if it has one. Tables that hold the object lose it; good only for objects
     * that were hashed by nobody but us.
     */
    public static void forceNameHash(Object object, String name) {
        long mark = UNSAFE.getLong(object, 0L);
        if ((mark & 7) == 1) {
            UNSAFE.compareAndSetLong(object, 0L, mark, mark & ~(0x7fffffffL << hashShift));
            nameHash(object, name);
        }
    }

    /** Gives an object that nobody has hashed this hash. */
    static void giveHash(Object object, int hash) {
        long mark = UNSAFE.getLong(object, 0L);
        if (isUnhashed(object)) {
            UNSAFE.compareAndSetLong(object, 0L, mark, mark | (long) hash << hashShift);
        }
    }

    /** Where in a header the hash begins. */
    static int hashShift() {
        return hashShift;
    }

    /** The hash in a header that has one. */
    static int hashIn(long mark) {
        return (int) (mark >>> hashShift) & 0x7fffffff;
    }

    /** The hash in a header of an object whose monitor nobody is or was inside; 0 if it has none, or for another header. */
    static int plainHash(long mark) {
        return (mark & 7) == 1 ? hashIn(mark) : 0;
    }

    /** An object's hash as far as it stands in its header; 0 if it has none there. */
    static int hashIn(Object object) {
        return isUnhashed(object) ? 0 : System.identityHashCode(object);
    }

    private static boolean isUnhashed(Object object) {
        long mark = UNSAFE.getLong(object, 0L);
        return (mark & 7) == 1 && (mark & 0x7fffffffL << hashShift) == 0;
    }

    /**
     * Gives a hidden class a name that depends on the name it was made with and on how many of that name were named before,
     * and not on where the virtual machine happened to put it.
     */
    static synchronized String renameHidden(Class<?> type, String plain) {
        if (hiddenCount * 2 >= hiddenNames.length) {
            growHidden();
        }
        int slot = hiddenSlot(hiddenNames, plain);
        if (hiddenNames[slot] == null) {
            hiddenNames[slot] = plain;
            hiddenCount++;
        }
        long number = mix(plain.hashCode() * 31L + hiddenSeen[slot]++) & 0xffffffffL | 0x700000000L;
        StringBuilder name = new StringBuilder(plain.length() + 19);
        name.append(plain).append("/0x");
        for (int shift = 60; shift >= 0; shift -= 4) {
            name.append(Character.forDigit((int) (number >>> shift) & 15, 16));
        }
        String renamed = name.toString();
        UNSAFE.putReference(type, CLASS_NAME, renamed);
        return renamed;
    }

    private static int hiddenSlot(String[] names, String name) {
        int slot = name.hashCode() & names.length - 1;
        while (names[slot] != null && !names[slot].equals(name)) {
            slot = slot + 1 & names.length - 1;
        }
        return slot;
    }

    private static void growHidden() {
        String[] names = new String[hiddenNames.length * 2];
        int[] seen = new int[names.length];
        for (int i = 0; i < hiddenNames.length; i++) {
            if (hiddenNames[i] != null) {
                int slot = hiddenSlot(names, hiddenNames[i]);
                names[slot] = hiddenNames[i];
                seen[slot] = hiddenSeen[i];
            }
        }
        hiddenNames = names;
        hiddenSeen = seen;
    }

    public static int fd(FileDescriptor descriptor) {
        return UNSAFE.getInt(descriptor, FD);
    }

    public static void setFd(FileDescriptor descriptor, int fd) {
        UNSAFE.putInt(descriptor, FD, fd);
    }

    public static byte byteAt(long address) {
        return UNSAFE.getByte(address);
    }

    public static long longAt(long address) {
        return UNSAFE.getLong(address);
    }

    static void setByteAt(long address, byte value) {
        UNSAFE.putByte(address, value);
    }

    static int intAt(long address) {
        return UNSAFE.getInt(address);
    }

    static void setIntAt(long address, int value) {
        UNSAFE.putInt(address, value);
    }

    static short shortAt(long address) {
        return UNSAFE.getShort(address);
    }

    static void setShortAt(long address, short value) {
        UNSAFE.putShort(address, value);
    }

    public static void copyOut(long address, byte[] to, int offset, int count) {
        UNSAFE.copyMemory(null, address, to, BYTES + offset, count);
    }

    public static void copyIn(byte[] from, int offset, long address, int count) {
        UNSAFE.copyMemory(from, BYTES + offset, null, address, count);
    }

    /** A fingerprint of bytes in an array. */
    public static long fingerprint(byte[] array, int offset, int length) {
        return fingerprint(array, BYTES + offset, length);
    }

    /** A fingerprint of bytes in native memory. */
    public static long fingerprint(long address, long length) {
        return fingerprint(null, address, length);
    }

    private static long fingerprint(Object base, long start, long length) {
        long hash = length * 0x9E3779B97F4A7C15L;
        long at = start;
        long end = start + length;
        for (; at + 8 <= end; at += 8) {
            hash = (hash ^ UNSAFE.getLongUnaligned(base, at)) * 0x9FB21C651E98DF25L;
            hash ^= hash >>> 32;
        }
        for (; at < end; at++) {
            hash = (hash ^ (UNSAFE.getByte(base, at) & 0xff)) * 0x9FB21C651E98DF25L;
            hash ^= hash >>> 32;
        }
        return mix(hash);
    }

    /** Where a field of a class of ours lies. */
    public static long offsetOf(Class<?> type, String field) {
        return UNSAFE.objectFieldOffset(type, field);
    }

    /** The class of a field, whoever may see it. */
    static Class<?> typeOf(Class<?> owner, String field) {
        for (Field declared : owner.getDeclaredFields()) {
            if (declared.getName().equals(field)) {
                return declared.getType();
            }
        }
        throw new IllegalArgumentException(owner.getName() + " has no field " + field);
    }

    public static boolean compareAndSet(Object base, long offset, int expected, int value) {
        return UNSAFE.compareAndSetInt(base, offset, expected, value);
    }

    /** Adds one to a counter that threads share and returns what it was. */
    public static long getAndIncrement(Object base, long offset) {
        return UNSAFE.getAndAddLong(base, offset, 1);
    }

    /** Publishes a number, and all that was written before it, to other threads. */
    public static void publish(Object base, long offset, long value) {
        UNSAFE.putLongRelease(base, offset, value);
    }

    /** The state of an object as the JDK's natives fill it in: its own fields, by name, that hold
     * numbers, byte arrays or strings. */
    public static Field[] stateFields(Class<?> type) {
        Field[] all = type.getDeclaredFields();
        int count = 0;
        for (Field field : all) {
            if (isState(field)) {
                all[count++] = field;
            }
        }
        Field[] kept = new Field[count];
        System.arraycopy(all, 0, kept, 0, count);
        for (int i = 1; i < count; i++) {
            Field moved = kept[i];
            int j = i;
            for (; j > 0 && kept[j - 1].getName().compareTo(moved.getName()) > 0; j--) {
                kept[j] = kept[j - 1];
            }
            kept[j] = moved;
        }
        return kept;
    }

    private static boolean isState(Field field) {
        Class<?> type = field.getType();
        return !Modifier.isStatic(field.getModifiers())
                && (type.isPrimitive() || type == byte[].class || type == String.class || type == String[].class);
    }

    public static long offset(Field field) {
        return UNSAFE.objectFieldOffset(field);
    }

    public static long getField(Object object, Field field, long offset) {
        Class<?> type = field.getType();
        if (type == long.class) {
            return UNSAFE.getLong(object, offset);
        }
        if (type == int.class) {
            return UNSAFE.getInt(object, offset);
        }
        if (type == boolean.class) {
            return UNSAFE.getBoolean(object, offset) ? 1 : 0;
        }
        throw new InternalError(type.getName());
    }

    public static void setField(Object object, Field field, long offset, long value) {
        Class<?> type = field.getType();
        if (type == long.class) {
            UNSAFE.putLong(object, offset, value);
        } else if (type == int.class) {
            UNSAFE.putInt(object, offset, (int) value);
        } else if (type == boolean.class) {
            UNSAFE.putBoolean(object, offset, value != 0);
        } else {
            throw new InternalError(type.getName());
        }
    }

    /** The value of a static field, whoever may see it. */
    public static Object getStatic(Class<?> type, String name) {
        try {
            java.lang.reflect.Field field = type.getDeclaredField(name);
            return UNSAFE.getReference(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field));
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Object getReference(Object object, long offset) {
        return UNSAFE.getReference(object, offset);
    }

    static int getInt(Object object, long offset) {
        return UNSAFE.getInt(object, offset);
    }

    public static void setInt(Object object, long offset, int value) {
        UNSAFE.putInt(object, offset, value);
    }

    static void setLong(Object object, long offset, long value) {
        UNSAFE.putLong(object, offset, value);
    }

    static void setShort(Object object, long offset, short value) {
        UNSAFE.putShort(object, offset, value);
    }

    public static void setReference(Object object, long offset, Object value) {
        UNSAFE.putReference(object, offset, value);
    }

    public static void setByte(Object object, long offset, byte value) {
        UNSAFE.putByte(object, offset, value);
    }

    static byte getByte(Object object, long offset) {
        return UNSAFE.getByte(object, offset);
    }

    public static long longField(Object object, long offset) {
        return UNSAFE.getLong(object, offset);
    }

    public static Object staticBase(Field field) {
        return UNSAFE.staticFieldBase(field);
    }

    public static long staticOffset(Field field) {
        return UNSAFE.staticFieldOffset(field);
    }

    public static void ensureInitialized(Class<?> type) {
        UNSAFE.ensureClassInitialized(type);
    }

    /** Whether code that uses the class neither initialises it nor waits for who does. */
    static boolean isInitialized(Class<?> type) {
        return !UNSAFE.shouldBeInitialized(type);
    }

    public static Object allocate(Class<?> type) throws InstantiationException {
        return UNSAFE.allocateInstance(type);
    }

    // ---- arrays and fields of any primitive type

    static int arrayScale(Class<?> type) {
        return UNSAFE.arrayIndexScale(type);
    }

    /** The first element lies where that of a byte array does, or where the next one fits. */
    static long elementOffset(Object array, int index) {
        int scale = arrayScale(array.getClass());
        return (BYTES + scale - 1) / scale * scale + (long) index * scale;
    }

    /** How many bytes the elements of an array take. */
    static long arraySize(Object array) {
        return elementOffset(array, java.lang.reflect.Array.getLength(array)) - elementOffset(array, 0);
    }

    static byte[] arrayContent(Object array) {
        byte[] content = new byte[Math.toIntExact(arraySize(array))];
        UNSAFE.copyMemory(array, elementOffset(array, 0), content, BYTES, content.length);
        return content;
    }

    static void setArrayContent(Object array, byte[] content) {
        UNSAFE.copyMemory(content, BYTES, array, elementOffset(array, 0), content.length);
    }

    static long arrayFingerprint(Object array) {
        return fingerprint(array, elementOffset(array, 0), arraySize(array));
    }

    /** The address of a direct buffer's first byte. */
    static long address(Buffer buffer) {
        return UNSAFE.getLong(buffer, ADDRESS);
    }

    /** How far a buffer's index has to be shifted to count bytes. */
    static int elementShift(Buffer buffer) {
        if (buffer instanceof LongBuffer || buffer instanceof DoubleBuffer) {
            return 3;
        }
        if (buffer instanceof IntBuffer || buffer instanceof FloatBuffer) {
            return 2;
        }
        return buffer instanceof ByteBuffer ? 0 : 1;
    }

    static int sizeOf(Class<?> primitive) {
        return arrayScale(java.lang.reflect.Array.newInstance(primitive, 0).getClass());
    }

    /** @param size of the field in bytes */
    static long bits(Object object, long offset, int size) {
        return switch (size) {
            case 1 -> UNSAFE.getByte(object, offset);
            case 2 -> UNSAFE.getShort(object, offset);
            case 4 -> UNSAFE.getInt(object, offset);
            default -> UNSAFE.getLong(object, offset);
        };
    }

    static void setBits(Object object, long offset, int size, long value) {
        switch (size) {
            case 1 -> UNSAFE.putByte(object, offset, (byte) value);
            case 2 -> UNSAFE.putShort(object, offset, (short) value);
            case 4 -> UNSAFE.putInt(object, offset, (int) value);
            default -> UNSAFE.putLong(object, offset, value);
        }
    }

    /** Has a frame show its class as another one does: with its loader and module, or without. */
    static void copyFormat(StackTraceElement from, StackTraceElement to) {
        UNSAFE.putByte(to, FORMAT, UNSAFE.getByte(from, FORMAT));
    }

    /** Takes our own frames out of a stack trace. */
    static void hideHooks(Throwable thrown) {
        StackTraceElement[] all = thrown.getStackTrace();
        int count = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i].getClassName().equals("dev.hindsight.runtime.Doors")) {
                // The door is entered from a method that the program called and leads to the same method.
                i++;
            } else if (!isOurs(all[i])) {
                all[count++] = all[i];
            }
        }
        StackTraceElement[] kept = new StackTraceElement[count];
        System.arraycopy(all, 0, kept, 0, count);
        thrown.setStackTrace(kept);
    }

    /** Whether a frame is of a hook, or of a method that we added to a class of the program. */
    public static boolean isOurs(StackTraceElement frame) {
        return frame.getClassName().equals("dev.hindsight.runtime.CallHooks")
                || frame.getClassName().equals("dev.hindsight.runtime.FileNatives")
                || frame.getLineNumber() == ADDED_LINE;
    }

    /** Throws anything, declared or not. */
    public static void raise(Throwable thrown) {
        UNSAFE.throwException(thrown);
    }
}
