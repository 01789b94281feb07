// same-as-plain
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Reads its own class file as a resource and as a file, and defines it anew. */
public class OwnClassFile {
    static class Own extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] args) throws IOException, URISyntaxException {
        byte[] asResource;
        try (InputStream in = OwnClassFile.class.getResourceAsStream("OwnClassFile.class")) {
            asResource = in.readAllBytes();
        }
        try (DataInputStream in = new DataInputStream(OwnClassFile.class.getResourceAsStream("/OwnClassFile.class"))) {
            System.out.println(
                    Integer.toHexString(in.readInt()) + " " + in.readUnsignedShort() + " " + in.readUnsignedShort());
        }
        Path root = Path.of(OwnClassFile.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        byte[] asFile = Files.readAllBytes(root.resolve("OwnClassFile.class"));
        CRC32 crc = new CRC32();
        crc.update(asFile);
        System.out.println(
                asFile.length + " " + Long.toHexString(crc.getValue()) + " " + Arrays.equals(asFile, asResource));
        Class<?> again = new Own().define(asFile);
        System.out.println(again + " " + (again == OwnClassFile.class) + " " + again.getDeclaredMethods().length);
        try {
            new Own().define(Arrays.copyOf(asFile, 100));
        } catch (ClassFormatError e) {
            e.printStackTrace(System.out);
        }
        try (var files = Files.list(root)) {
            System.out.println(
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }
}
