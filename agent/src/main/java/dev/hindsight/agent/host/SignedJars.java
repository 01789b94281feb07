package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.CodeSigner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;
import jdk.internal.access.SharedSecrets;

/**
 * The signed jars of the class path: recording keeps copies, replay verifies the copies.
 *
 * <p>Replay could be told the certificates instead. But verifying uses much of the JDK, on the program's thread, and
 * leaves it initialised; a replay that did not verify would find other hashes and read other files later on.
 */
public final class SignedJars {
    /** Directory of a recording that holds the copies. */
    private static final String SIGNED = "signed";

    private final File directory;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, JarFile> open = new HashMap<>();

    public SignedJars(File recording) {
        this.directory = new File(recording, SIGNED);
    }

    /** A class was loaded from this place: copies it if it is a signed jar. */
    public synchronized void keep(String location) throws IOException {
        if (!location.startsWith("file:") || location.endsWith("/") || !seen.add(location)) {
            return;
        }
        File file;
        try {
            file = new File(new URI(location));
        } catch (URISyntaxException | IllegalArgumentException e) {
            // The JDK's loader makes no such locations.
            return;
        }
        if (file.isFile() && isSigned(file)) {
            PrivateFiles.makeDirectory(directory);
            try (FileInputStream in = new FileInputStream(file);
                    FileOutputStream out = PrivateFiles.create(copy(location))) {
                in.transferTo(out);
            }
        }
    }

    private static boolean isSigned(File file) throws IOException {
        try (JarFile jar = new JarFile(file)) {
            return SharedSecrets.getJavaUtilZipFileAccess().getManifestName(jar, true) != null;
        }
    }

    private File copy(String location) {
        byte[] name = location.getBytes(StandardCharsets.UTF_8);
        return new File(directory, Long.toHexString(Vm.fingerprint(name, 0, name.length)) + ".jar");
    }

    /** Whether classes of this place came from a signed jar. */
    public synchronized boolean has(String location) throws IOException {
        if (!open.containsKey(location)) {
            File copy = copy(location);
            open.put(
                    location,
                    copy.isFile() ? new JarFile(copy, true, ZipFile.OPEN_READ, JarFile.runtimeVersion()) : null);
        }
        return open.get(location) != null;
    }

    /** Who signed a class; null if nobody did. */
    public synchronized CodeSigner[] signers(String location, String className) throws IOException {
        JarFile jar = open.get(location);
        JarEntry entry = jar.getJarEntry(className.replace('.', '/') + ".class");
        if (entry == null) {
            throw new IOException("the copy of the signed jar " + location + " has no class " + className);
        }
        if (className.indexOf('.') >= 0) {
            // So does the JDK's loader if the class has a package; without it, verifying starts the JDK's logging.
            SharedSecrets.javaUtilJarAccess().ensureInitialization(jar);
        }
        try (InputStream in = jar.getInputStream(entry)) {
            in.readAllBytes();
        } catch (SecurityException e) {
            throw new IOException("the copy of the signed jar " + location + " is damaged", e);
        }
        return entry.getCodeSigners();
    }
}
