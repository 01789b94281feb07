package dev.hindsight.agent.replay;

import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.ClassStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.SecureClassLoader;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.Manifest;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;

/** Defines the program's classes from the recording, as the JDK's application loader did from the class path. */
final class RecordedClasses {
    private final ClassStore store;
    private final JavaLangAccess access = SharedSecrets.getJavaLangAccess();
    private final Map<String, ProtectionDomain> domains = new HashMap<>();
    private final Method protectionDomain;
    private final Method definePackage;

    RecordedClasses(ClassStore store) {
        this.store = store;
        try {
            Class<?> builtin = Class.forName("jdk.internal.loader.BuiltinClassLoader", false, null);
            definePackage = builtin.getDeclaredMethod("definePackage", String.class, Manifest.class, URL.class);
            definePackage.setAccessible(true);
            protectionDomain = SecureClassLoader.class.getDeclaredMethod("getProtectionDomain", CodeSource.class);
            protectionDomain.setAccessible(true);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The class, or null if the recorded program found none of this name. */
    synchronized Class<?> define(ClassLoader loader, String name) throws IOException {
        ClassStore.Entry entry = loader == ClassLoader.getSystemClassLoader() ? store.find(name) : null;
        if (entry == null) {
            return null;
        }
        byte[] content = store.content(entry);
        URL source = source(entry);
        int dot = name.lastIndexOf('.');
        if (dot > 0 && loader.getDefinedPackage(name.substring(0, dot)) == null) {
            byte[] manifest = store.manifest(entry.source());
            Manifest parsed = manifest.length == 0 ? null : new Manifest(new ByteArrayInputStream(manifest));
            invoke(definePackage, loader, name.substring(0, dot), parsed, source);
        }
        return access.defineClass(loader, name, content, domain(loader, entry.source(), source), entry.source());
    }

    private ProtectionDomain domain(ClassLoader loader, String place, URL source) {
        ProtectionDomain domain = domains.get(place);
        if (domain == null && source != null) {
            CodeSource codeSource = new CodeSource(source, (Certificate[]) null);
            domain = (ProtectionDomain) invoke(protectionDomain, loader, codeSource);
            domains.put(place, domain);
        }
        return domain;
    }

    private static Object invoke(Method method, Object receiver, Object... arguments) {
        try {
            return method.invoke(receiver, arguments);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            forgetCalls(method);
        }
    }

    /** The sixteenth call would make JDK 17 generate code, which recording does not do. */
    private static void forgetCalls(Method method) {
        if (Runtime.version().feature() < 18) {
            Vm.setReference(method, Vm.offsetOf(Method.class, "methodAccessor"), null);
            Object root = Vm.getReference(method, Vm.offsetOf(Method.class, "root"));
            if (root != null) {
                Vm.setReference(root, Vm.offsetOf(Method.class, "methodAccessor"), null);
            }
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
