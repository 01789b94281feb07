package dev.hindsight.agent.replay;

import dev.hindsight.trace.ClassStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSource;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.jar.Manifest;

/** Defines the program's classes from the recording, as the JDK's application loader did from the class path. */
final class RecordedClasses {
    private final ClassStore store;
    private final Method defineClass;
    private final Method definePackage;

    RecordedClasses(ClassStore store) {
        this.store = store;
        try {
            Class<?> builtin = Class.forName("jdk.internal.loader.BuiltinClassLoader", false, null);
            definePackage = builtin.getDeclaredMethod("definePackage", String.class, Manifest.class, URL.class);
            definePackage.setAccessible(true);
            defineClass = SecureClassLoader.class.getDeclaredMethod(
                    "defineClass", String.class, byte[].class, int.class, int.class, CodeSource.class);
            defineClass.setAccessible(true);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The class, or null if the recorded program found none of this name. */
    Class<?> define(ClassLoader loader, String name) throws IOException {
        ClassStore.Entry entry = loader == ClassLoader.getSystemClassLoader() ? store.find(name) : null;
        if (entry == null) {
            return null;
        }
        byte[] content = store.content(entry);
        URL source = source(entry);
        try {
            int dot = name.lastIndexOf('.');
            if (dot > 0 && loader.getDefinedPackage(name.substring(0, dot)) == null) {
                byte[] manifest = store.manifest(entry.source());
                Manifest parsed = manifest.length == 0 ? null : new Manifest(new ByteArrayInputStream(manifest));
                definePackage.invoke(loader, name.substring(0, dot), parsed, source);
            }
            CodeSource codeSource = source == null ? null : new CodeSource(source, (Certificate[]) null);
            return (Class<?>) defineClass.invoke(loader, name, content, 0, content.length, codeSource);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** The recorded order of some methods; empty if there is none. */
    int[] order(String name) {
        return store.order(name);
    }

    @SuppressWarnings("deprecation")
    private static URL source(ClassStore.Entry entry) throws MalformedURLException {
        return entry.source().isEmpty() ? null : new URL(entry.source());
    }
}
