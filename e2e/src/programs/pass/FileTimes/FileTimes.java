import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Prints file times down to the nanosecond, sets them and prints them again. */
public class FileTimes {
    public static void main(String[] args) throws IOException {
        Path file = Path.of("file.txt");
        show(file);
        Files.writeString(file, "changed");
        show(file);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2001-02-03T04:05:06.789012345Z")));
        show(file);
        BasicFileAttributeView view = Files.getFileAttributeView(file, BasicFileAttributeView.class);
        view.setTimes(
                FileTime.from(1, TimeUnit.DAYS), FileTime.from(2, TimeUnit.DAYS), FileTime.from(3, TimeUnit.DAYS));
        show(file);
        Path made = Files.createFile(Path.of("made.txt"));
        show(made);
        show(Path.of(""));
        System.out.println(Files.getLastModifiedTime(made).compareTo(Files.getLastModifiedTime(file)) > 0);
        System.out.println(new File("file.txt").lastModified() + " " + new File("made.txt").lastModified());
        System.out.println(Files.getAttribute(made, "unix:ctime"));
        try {
            Files.setLastModifiedTime(Path.of("missing"), FileTime.fromMillis(0));
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
    }

    private static void show(Path path) throws IOException {
        BasicFileAttributes times = Files.readAttributes(path, BasicFileAttributes.class);
        System.out.println(path + " " + times.lastModifiedTime() + " " + times.lastAccessTime() + " "
                + times.creationTime() + " " + times.lastModifiedTime().to(TimeUnit.NANOSECONDS));
    }
}
