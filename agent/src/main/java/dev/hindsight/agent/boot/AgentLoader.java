package dev.hindsight.agent.boot;

import java.io.IOException;
import java.io.InputStream;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Loads the agent's own classes from its jar, so that the program's class loaders need not know the jar. */
final class AgentLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String OWN = "dev/hindsight/agent/";

    private final JarFile jar;

    AgentLoader(JarFile jar) {
        super("hindsight", ClassLoader.getPlatformClassLoader());
        this.jar = jar;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        JarEntry entry = jar.getJarEntry(name.replace('.', '/') + ".class");
        if (entry == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = jar.getInputStream(entry)) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /**
     * Loads and initialises what may run inside a hook. Loading a class later, in the middle of an event, would be an event
     * itself.
     */
    void loadAll() throws ClassNotFoundException {
        for (JarEntry entry : java.util.Collections.list(jar.entries())) {
            String name = entry.getName();
            boolean needed = name.startsWith(OWN)
                    && name.endsWith(".class")
                    && !name.endsWith("-info.class")
                    && !name.startsWith(OWN + "boot/")
                    && !name.startsWith(OWN + "instrument/")
                    && !name.startsWith(OWN + "shaded/asm/");
            if (needed) {
                Class.forName(
                        name.substring(0, name.length() - ".class".length()).replace('/', '.'), true, this);
            }
        }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        JarEntry entry = jar.getJarEntry(name);
        try {
            return entry == null ? null : jar.getInputStream(entry);
        } catch (IOException e) {
            return null;
        }
    }
}
