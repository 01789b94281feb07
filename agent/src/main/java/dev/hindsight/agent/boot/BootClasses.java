package dev.hindsight.agent.boot;

import dev.hindsight.agent.patch.LongMethod;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private static final String SHADED = OWN + "shaded/";

    private static final String READER = SHADED + "asm/ClassReader";

    /**
     * What the order of names would define behind a class that extends it; a class that is missing here fails every start.
     * Looking it up in the class files would take its time at each of them.
     */
    private static final String[] EXTENDED = {
        OWN + "analyze/Constants$Uses", OWN + "record/Turns", OWN + "record/SerialTurns", SHADED + "asm/Frame"
    };

    private final JarFile jar;

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
        classes.put(READER, LongMethod.in(LongMethod.in(classes.get(READER), "readCode"), "readMethod"));
        defineAll(classes);
    }

    private static boolean rewrites(String name) {
        return name.startsWith(OWN + "rewrite/")
                || name.startsWith(OWN + "analyze/")
                || name.startsWith(OWN + "shaded/asm/");
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

    /** What a class extends and implements goes first: the boot loader cannot look for it. */
    private void defineAll(Map<String, byte[]> classes) {
        for (String name : EXTENDED) {
            define(name, classes.remove(name));
        }
        List<String> names = new ArrayList<>(classes.keySet());
        Collections.sort(names);
        for (String name : names) {
            if (name.startsWith(SHADED)) {
                define(name, classes.remove(name));
            }
        }
        for (String name : names) {
            define(name, classes.remove(name));
        }
    }

    private static void define(String name, byte[] bytes) {
        if (bytes != null) {
            Unsafe.getUnsafe().defineClass(name, bytes, 0, bytes.length, null, null);
        }
    }
}
