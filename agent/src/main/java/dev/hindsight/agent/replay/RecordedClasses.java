package dev.hindsight.agent.replay;

import dev.hindsight.agent.host.SignedJars;
import dev.hindsight.runtime.Urls;
import dev.hindsight.runtime.Vm;
import dev.hindsight.trace.ClassStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.security.CodeSigner;
import java.util.jar.Manifest;
import jdk.internal.loader.ClassLoaders;
import jdk.internal.loader.Resource;
import jdk.internal.loader.URLClassPath;

/** The program's classes as the application loader found them on the class path; it defines them itself, as it did then. */
final class RecordedClasses {
    private static final String SUFFIX = ".class";

    private final ClassStore store;
    private final SignedJars jars;
    /** Where a loader of the JDK keeps its class path. */
    private final long classPath;

    RecordedClasses(ClassStore store, SignedJars jars) {
        this.store = store;
        this.jars = jars;
        try {
            Class<?> builtin = Class.forName("jdk.internal.loader.BuiltinClassLoader", false, null);
            this.classPath = Vm.offsetOf(builtin, "ucp");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The file of a class, or null if the recorded program found none of this name. */
    Resource find(URLClassPath path, String file) throws IOException {
        if (path != Vm.getReference(ClassLoaders.appClassLoader(), classPath)) {
            return null;
        }
        String name = className(file);
        ClassStore.Entry entry = store.find(name);
        if (entry == null) {
            return null;
        }
        byte[] manifest = store.manifest(entry.source());
        return new ClassFile(
                file,
                source(entry),
                store.content(entry),
                manifest.length == 0 ? null : new Manifest(new ByteArrayInputStream(manifest)),
                jars.has(entry.source()) ? jars.signers(entry.source(), name) : null);
    }

    /** The name of the class that such a file would hold. */
    static String className(String file) {
        return file.substring(0, file.length() - SUFFIX.length()).replace('/', '.');
    }

    /** The recorded order of some methods; empty if there is none. */
    int[] order(String name) {
        return store.order(name);
    }

    private static URL source(ClassStore.Entry entry) throws MalformedURLException {
        return entry.source().isEmpty() ? null : Urls.of(entry.source());
    }

    private static final class ClassFile extends Resource {
        private final String name;
        private final URL source;
        private final byte[] content;
        private final Manifest manifest;
        private final CodeSigner[] signers;

        ClassFile(String name, URL source, byte[] content, Manifest manifest, CodeSigner[] signers) {
            this.name = name;
            this.source = source;
            this.content = content;
            this.manifest = manifest;
            this.signers = signers;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public URL getURL() {
            return source;
        }

        @Override
        public URL getCodeSourceURL() {
            return source;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(content);
        }

        @Override
        public int getContentLength() {
            return content.length;
        }

        @Override
        public byte[] getBytes() {
            return content;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return null;
        }

        @Override
        public Manifest getManifest() {
            return manifest;
        }

        @Override
        public CodeSigner[] getCodeSigners() {
            return signers;
        }
    }
}
