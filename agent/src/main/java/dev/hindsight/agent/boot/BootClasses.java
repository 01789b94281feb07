package dev.hindsight.agent.boot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import jdk.internal.misc.Unsafe;

/**
 * Defines classes of the agent's jar in the boot loader.
 *
 * <p>There they are out of the program's sight, and resolving a name in them never calls a class loader: that would run
 * code of the JDK in the middle of a hook. Appending the jar to the boot class path would do as well, but then the virtual
 * machine prints a warning about class data sharing and stops sharing application classes.
 */
final class BootClasses {
    private static final String RUNTIME = "hindsight/runtime.jar";
    private static final String OWN = "dev/hindsight/agent/";

    private final JarFile jar;
    private final Set<String> defined = new HashSet<>();

    BootClasses(JarFile jar) {
        this.jar = jar;
    }

    /** What instrumented code calls. */
    void defineRuntime() throws IOException {
        Map<String, byte[]> classes = new HashMap<>();
        try (InputStream nested = jar.getInputStream(jar.getEntry(RUNTIME));
                JarInputStream in = new JarInputStream(nested, false)) {
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                String name = className(entry.getName());
                if (name != null) {
                    classes.put(name, in.readAllBytes());
                }
            }
        }
        defineAll(classes);
    }

    /** All of the agent but what rewrites the JDK's classes. */
    void defineAgent() throws IOException {
        Map<String, byte[]> classes = new HashMap<>();
        for (JarEntry entry : Collections.list(jar.entries())) {
            String name = className(entry.getName());
            if (name != null && name.startsWith(OWN) && !name.startsWith(OWN + "boot/") && !rewrites(name)) {
                classes.put(name, read(entry));
            }
        }
        defineAll(classes);
    }

    /** What rewrites the JDK's classes. */
    void defineRewriter() throws IOException {
        Map<String, byte[]> classes = new HashMap<>();
        for (JarEntry entry : Collections.list(jar.entries())) {
            String name = className(entry.getName());
            if (name != null && rewrites(name)) {
                classes.put(name, read(entry));
            }
        }
        defineAll(classes);
    }

    private static boolean rewrites(String name) {
        return name.startsWith(OWN + "rewrite/") || name.startsWith(OWN + "shaded/asm/");
    }

    /** The name of a class file's class, or null if the entry is something else. */
    private static String className(String entry) {
        boolean isClass = entry.endsWith(".class") && !entry.endsWith("-info.class");
        return isClass ? entry.substring(0, entry.length() - ".class".length()) : null;
    }

    private byte[] read(JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private void defineAll(Map<String, byte[]> classes) {
        for (String name : new TreeSet<>(classes.keySet())) {
            define(name, classes);
        }
    }

    /** What a class extends and implements goes first: the boot loader cannot look for it. */
    private void define(String name, Map<String, byte[]> classes) {
        if (classes.containsKey(name) && defined.add(name)) {
            byte[] bytes = classes.get(name);
            for (String above : supertypes(bytes)) {
                define(above, classes);
            }
            Unsafe.getUnsafe().defineClass(name, bytes, 0, bytes.length, null, null);
        }
    }

    /** Read from the class file as it is, without making objects of its constants: this is done for each class. */
    private static List<String> supertypes(byte[] bytes) {
        int count = number(bytes, 8);
        int[] constants = new int[count];
        int at = 10;
        for (int i = 1; i < count; i++) {
            constants[i] = at + 1;
            switch (bytes[at]) {
                case 1 -> at += 3 + number(bytes, at + 1);
                case 5, 6 -> {
                    at += 9;
                    i++;
                }
                case 7, 8, 16, 19, 20 -> at += 3;
                case 15 -> at += 4;
                default -> at += 5;
            }
        }
        List<String> names = new ArrayList<>();
        names.add(name(bytes, constants, at + 4));
        int interfaces = number(bytes, at + 6);
        for (int i = 0; i < interfaces; i++) {
            names.add(name(bytes, constants, at + 8 + 2 * i));
        }
        return names;
    }

    private static String name(byte[] bytes, int[] constants, int at) {
        int text = constants[number(bytes, constants[number(bytes, at)])];
        return new String(bytes, text + 2, number(bytes, text), StandardCharsets.ISO_8859_1);
    }

    private static int number(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }
}
