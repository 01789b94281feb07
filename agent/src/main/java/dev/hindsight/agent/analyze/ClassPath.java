package dev.hindsight.agent.analyze;

import dev.hindsight.trace.FactSources;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/**
 * The class files that the application's loader would find, the first of each name. Of what is left out nothing becomes known, as of
 * any class that is not seen.
 */
public final class ClassPath {
    private static final String SUFFIX = ".class";

    private final Map<String, byte[]> classes = new LinkedHashMap<>();
    private final List<File> places = new ArrayList<>();
    private final List<String> passedOver = new ArrayList<>();

    private ClassPath() {}

    /** @param path with the separators of the platform; what is missing or damaged is passed over, as the loader does */
    public static ClassPath read(String path) {
        ClassPath found = new ClassPath();
        for (String entry : path.split(File.pathSeparator, -1)) {
            found.places.add(new File(entry.isEmpty() ? "." : entry).getAbsoluteFile());
        }
        // Archives may add others at the end.
        for (int i = 0; i < found.places.size(); i++) {
            File place = found.places.get(i);
            try {
                if (place.isDirectory()) {
                    found.readDirectory(place);
                } else if (place.isFile()) {
                    found.readArchive(place);
                }
            } catch (IOException e) {
                found.passedOver.add(place + ": " + e.getMessage());
            }
        }
        return found;
    }

    /** By internal name. */
    public Map<String, byte[]> classes() {
        return Collections.unmodifiableMap(classes);
    }

    /** Where they come from, also places where there is nothing. */
    public List<File> places() {
        return Collections.unmodifiableList(places);
    }

    private void readDirectory(File directory) throws IOException {
        List<File> files = FactSources.files(directory);
        if (files == null) {
            throw new IOException("it has too many files");
        }
        int prefix = new File(directory, "x").getPath().length() - 1;
        for (File file : files) {
            if (file.getName().endsWith(SUFFIX)) {
                try (InputStream in = new FileInputStream(file)) {
                    add(file.getPath().substring(prefix), in.readAllBytes());
                }
            }
        }
    }

    /** What of it, although it is there, was not looked at, and why. */
    public List<String> passedOver() {
        return Collections.unmodifiableList(passedOver);
    }

    private void readArchive(File file) throws IOException {
        try (JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, JarFile.runtimeVersion())) {
            List<JarEntry> entries = new ArrayList<>();
            jar.versionedStream().forEach(entries::add);
            for (JarEntry entry : entries) {
                if (entry.getName().endsWith(SUFFIX)) {
                    try (InputStream in = new BufferedInputStream(jar.getInputStream(entry))) {
                        add(entry.getName(), in.readAllBytes());
                    }
                }
            }
            addOthers(file, jar.getManifest());
        }
    }

    private void addOthers(File file, Manifest manifest) {
        String more = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        if (more == null) {
            return;
        }
        URI base = file.toURI();
        for (String each : more.trim().split("\\s+")) {
            try {
                URI place = base.resolve(each);
                if ("file".equals(place.getScheme()) && !places.contains(new File(place.getPath()))) {
                    places.add(new File(place.getPath()));
                }
            } catch (IllegalArgumentException e) {
                // The loader passes over it, too.
                continue;
            }
        }
    }

    private void add(String entry, byte[] content) {
        classes.putIfAbsent(entry.substring(0, entry.length() - SUFFIX.length()), content);
    }
}
