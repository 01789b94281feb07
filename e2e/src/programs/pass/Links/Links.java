// same-as-plain
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Makes and follows symbolic and hard links, broken ones and loops. */
public class Links {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        Path file = Path.of("file.txt");
        Files.createDirectories(Path.of("a/b"));
        Path soft = Files.createSymbolicLink(Path.of("a/soft"), Path.of("../file.txt"));
        Path hard = Files.createLink(Path.of("a/hard"), file);
        Path broken = Files.createSymbolicLink(Path.of("broken"), Path.of("nowhere"));
        Path loop = Files.createSymbolicLink(Path.of("loop"), Path.of("loop"));
        Path directory = Files.createSymbolicLink(Path.of("to-a"), Path.of("a"));
        System.out.println(Files.readSymbolicLink(soft) + " " + Files.readSymbolicLink(broken));
        System.out.println(
                Files.readString(soft) + Files.readString(hard) + Files.readString(directory.resolve("hard")));
        System.out.println(soft.toRealPath());
        System.out.println(directory.resolve("b/../soft").toRealPath());
        System.out.println(directory.resolve("soft").toRealPath(LinkOption.NOFOLLOW_LINKS));
        System.out.println(
                Path.of("").toRealPath().equals(Path.of("").toAbsolutePath().toRealPath()));
        System.out.println(Files.isSameFile(soft, file) + " " + Files.isSameFile(hard, file) + " "
                + Files.isSameFile(directory, file));
        System.out.println(Files.exists(broken) + " " + Files.exists(broken, LinkOption.NOFOLLOW_LINKS) + " "
                + Files.notExists(broken) + " " + Files.isSymbolicLink(broken) + " " + Files.exists(loop));
        System.out.println("links to the file " + Files.getAttribute(file, "unix:nlink"));
        Files.writeString(soft, "changed through the link\n");
        System.out.print(Files.readString(file));
        Files.delete(soft);
        System.out.println(Files.exists(file) + " " + Files.exists(soft));
        Files.delete(hard);
        System.out.println("links to the file " + Files.getAttribute(file, "unix:nlink"));
        Files.copy(broken, Path.of("broken-copy"), LinkOption.NOFOLLOW_LINKS);
        System.out.println(Files.readSymbolicLink(Path.of("broken-copy")));
        attempt("read a broken link", () -> Files.readString(broken));
        attempt("read a loop", () -> Files.readString(loop));
        attempt("real path of a broken link", broken::toRealPath);
        attempt("not a link", () -> Files.readSymbolicLink(file));
        attempt("link exists", () -> Files.createSymbolicLink(broken, file));
        attempt("hard link to nothing", () -> Files.createLink(Path.of("x"), Path.of("missing")));
        attempt("hard link exists", () -> Files.createLink(broken, file));
    }

    private static void attempt(String what, Action action) {
        try {
            action.run();
            System.out.println(what + ": no exception");
        } catch (Exception e) {
            System.out.println(what + ":");
            e.printStackTrace(System.out);
        }
    }
}
