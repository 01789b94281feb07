// same-as-plain
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Opens zip and jar files: one given, one written by the program itself, and things that are neither. */
public class ZipAndJarFiles {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        try (ZipFile zip = new ZipFile("given.zip")) {
            System.out.println(zip.getName() + " " + zip.size() + " " + zip.getComment());
            zip.stream()
                    .forEach(entry -> System.out.println(entry + " " + entry.getSize() + " " + entry.getCompressedSize()
                            + " " + Long.toHexString(entry.getCrc()) + " " + entry.getMethod() + " "
                            + entry.isDirectory()));
            try (InputStream in = zip.getInputStream(zip.getEntry("folder/b.txt"))) {
                System.out.println(
                        new String(in.readNBytes(9)) + " " + in.skip(5) + " " + in.available() + " " + in.read());
            }
            System.out.println("no entry " + zip.getEntry("missing"));
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Main-Class", "example.Main");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(Path.of("made.jar")), manifest)) {
            JarEntry entry = new JarEntry("resource.txt");
            entry.setTime(1_000_000_000_000L);
            out.putNextEntry(entry);
            out.write("in a jar".repeat(500).getBytes());
        }
        try (JarFile jar = new JarFile(new File("made.jar"), true, ZipFile.OPEN_READ, JarFile.runtimeVersion())) {
            System.out.println(
                    jar.getManifest().getMainAttributes().getValue("Main-Class") + " " + jar.isMultiRelease());
            ZipEntry entry = jar.getEntry("resource.txt");
            System.out.println(entry.getSize() + " " + entry.getTime());
            System.out.println(new String(jar.getInputStream(entry).readAllBytes()).hashCode());
        }
        URL made = new File("made.jar").toURI().toURL();
        System.out.println(new String(
                new URL("jar:" + made + "!/resource.txt").openStream().readNBytes(8)));
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {made, new File("given.zip").toURI().toURL()}, null)) {
            System.out.println(
                    new String(loader.getResourceAsStream("resource.txt").readNBytes(8)));
            System.out.println(loader.getResource("folder/b.txt") + " " + loader.getResource("missing"));
            attempt("no such class", () -> loader.loadClass("example.Missing"));
        }
        attempt("missing", () -> new ZipFile("missing.zip").close());
        attempt("not a zip", () -> new ZipFile("text.txt").close());
        attempt(
                "empty",
                () -> new ZipFile(Files.createFile(Path.of("empty.zip")).toFile()).close());
        attempt("closed", () -> {
            ZipFile zip = new ZipFile("given.zip", StandardCharsets.UTF_8);
            zip.close();
            zip.getEntry("a.txt");
        });
        attempt("deleted after opening", () -> {
            try (ZipFile zip = new ZipFile(new File("made.jar"), ZipFile.OPEN_READ | ZipFile.OPEN_DELETE)) {
                System.out.println(zip.size() + " " + new File("made.jar").exists());
            }
        });
        try (FileInputStream in = new FileInputStream("given.zip")) {
            System.out.println(Integer.toHexString(in.read() << 8 | in.read()));
        }
    }

    private static void attempt(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": no exception");
        } catch (ZipException e) {
            System.out.println(what + ": zip exception");
            e.printStackTrace(System.out);
        } catch (Exception e) {
            System.out.println(what + ":");
            e.printStackTrace(System.out);
        }
    }
}
