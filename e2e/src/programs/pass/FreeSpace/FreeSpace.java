import java.io.File;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;

/** Prints how much room every file store has, before and after writing. */
public class FreeSpace {
    public static void main(String[] args) throws IOException {
        FileStore here = Files.getFileStore(Path.of(""));
        show(here);
        Files.write(Path.of("filler.bin"), new byte[2_000_000]);
        show(here);
        System.out.println(here.supportsFileAttributeView(PosixFileAttributeView.class) + " "
                + here.supportsFileAttributeView("user") + " " + here.getBlockSize());
        System.out.println(here.getAttribute("totalSpace") + " " + here.getAttribute("usableSpace"));
        for (FileStore store : FileSystems.getDefault().getFileStores()) {
            System.out.println(store + " " + store.name() + " " + store.type() + " " + store.isReadOnly());
        }
        System.out.println(
                FileSystems.getDefault().getRootDirectories().iterator().next() + " "
                        + FileSystems.getDefault().supportedFileAttributeViews());
        File root = new File(".");
        System.out.println(root.getTotalSpace() + " " + root.getFreeSpace() + " " + root.getUsableSpace());
        try {
            here.getAttribute("colour");
        } catch (UnsupportedOperationException e) {
            e.printStackTrace(System.out);
        }
        try {
            Files.getFileStore(Path.of("missing"));
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
    }

    private static void show(FileStore store) throws IOException {
        System.out.println(store.getTotalSpace() + " " + store.getUnallocatedSpace() + " " + store.getUsableSpace());
    }
}
