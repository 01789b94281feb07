// same-as-plain
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Writes zips and gzips as streams and reads them again. */
public class ZipStreams {
    public static void main(String[] args) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream("made.zip"))) {
            out.setComment("made here");
            out.setLevel(Deflater.BEST_COMPRESSION);
            for (Map.Entry<String, Integer> file : Map.of("one.txt", 1).entrySet()) {
                entry(out, file.getKey(), "x".repeat(file.getValue()));
            }
            entry(out, "folder/two.txt", "two\n".repeat(10_000));
            byte[] stored = "stored as it is".getBytes();
            ZipEntry entry = new ZipEntry("stored.txt");
            CRC32 crc = new CRC32();
            crc.update(stored);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(stored.length);
            entry.setCrc(crc.getValue());
            entry.setTime(1_000_000_000_000L);
            out.putNextEntry(entry);
            out.write(stored);
            out.closeEntry();
            try {
                out.putNextEntry(new ZipEntry("one.txt"));
            } catch (ZipException e) {
                e.printStackTrace(System.out);
            }
        }
        try (InputStream file = new BufferedInputStream(new FileInputStream("made.zip"));
                ZipInputStream in = new ZipInputStream(file)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                System.out.println(
                        entry.getName() + " " + entry.getTime() + " " + new String(in.readAllBytes()).hashCode());
            }
        }
        try (GZIPOutputStream out = new GZIPOutputStream(new FileOutputStream("made.gz"), 100)) {
            out.write("zipped ".repeat(1000).getBytes());
        }
        try (GZIPInputStream in = new GZIPInputStream(new FileInputStream("made.gz"), 10)) {
            CheckedInputStream checked = new CheckedInputStream(in, new CRC32());
            System.out.println(
                    checked.readAllBytes().length + " " + checked.getChecksum().getValue());
        }
        try (GZIPInputStream in = new GZIPInputStream(new FileInputStream("given.gz"))) {
            in.transferTo(System.out);
        }
        byte[] cut = Files.readAllBytes(Path.of("made.gz"));
        Files.write(Path.of("cut.gz"), java.util.Arrays.copyOf(cut, cut.length / 2));
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(Path.of("cut.gz")))) {
            in.readAllBytes();
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(Path.of("made.zip")))) {
            in.read();
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
    }

    private static void entry(ZipOutputStream out, String name, String text) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(1_000_000_000_000L);
        out.putNextEntry(entry);
        out.write(text.getBytes());
        out.closeEntry();
    }
}
