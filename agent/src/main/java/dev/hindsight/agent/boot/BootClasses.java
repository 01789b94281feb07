package dev.hindsight.agent.boot;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import jdk.internal.misc.Unsafe;

/**
 * Defines the runtime classes in the boot loader, straight from the nested jar.
 *
 * <p>Appending the jar to the boot class path would do as well, but then the virtual machine prints a warning about class
 * data sharing and stops sharing application classes.
 */
final class BootClasses {
    private static final String NESTED = "hindsight/runtime.jar";

    private BootClasses() {}

    /** Defines all of them and returns the one with the given name. */
    static Class<?> define(JarFile jar, String wanted) throws IOException {
        Map<String, byte[]> classes = read(jar);
        Map<String, Class<?>> defined = new HashMap<>();
        for (String name : new TreeMap<>(classes).keySet()) {
            define(name, classes, defined);
        }
        return defined.get(wanted.replace('.', '/'));
    }

    private static Map<String, byte[]> read(JarFile jar) throws IOException {
        Map<String, byte[]> classes = new HashMap<>();
        try (InputStream nested = jar.getInputStream(jar.getEntry(NESTED));
                JarInputStream in = new JarInputStream(nested, false)) {
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.endsWith("-info.class")) {
                    classes.put(name.substring(0, name.length() - ".class".length()), in.readAllBytes());
                }
            }
        }
        return classes;
    }

    /** The superclass goes first: the boot loader cannot look for it. */
    private static void define(String name, Map<String, byte[]> classes, Map<String, Class<?>> defined)
            throws IOException {
        if (!classes.containsKey(name) || defined.containsKey(name)) {
            return;
        }
        byte[] bytes = classes.get(name);
        define(superName(bytes), classes, defined);
        defined.put(name, Unsafe.getUnsafe().defineClass(name, bytes, 0, bytes.length, null, null));
    }

    private static String superName(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(bytes));
        in.skipNBytes(8);
        int count = in.readUnsignedShort();
        Object[] constants = new Object[count];
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> constants[i] = in.readUTF();
                case 7 -> constants[i] = in.readUnsignedShort();
                case 5, 6 -> {
                    in.skipNBytes(8);
                    i++;
                }
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                default -> in.skipNBytes(4);
            }
        }
        in.skipNBytes(4);
        return (String) constants[(Integer) constants[in.readUnsignedShort()]];
    }
}
