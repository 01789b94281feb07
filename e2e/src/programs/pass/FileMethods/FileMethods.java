import java.io.File;
import java.io.FileFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;

/** Asks java.io.File everything it can answer. */
public class FileMethods {
    interface Action {
        void run() throws Exception;
    }

    public static void main(String[] args) throws IOException {
        File file = new File("file.txt");
        File directory = new File("one/two/three");
        File missing = new File("missing");
        System.out.println(directory.mkdir() + " " + directory.mkdirs() + " " + directory.mkdirs());
        for (File each : new File[] {file, directory, missing, new File("."), new File("")}) {
            System.out.println("<" + each + "> " + each.exists() + each.isFile() + each.isDirectory() + each.isHidden()
                    + each.canRead() + each.canWrite() + each.canExecute() + " " + each.length());
            System.out.println("modified " + each.lastModified());
            System.out.println(each.getAbsolutePath() + " " + each.getCanonicalPath() + " " + each.getParent());
            System.out.println(Arrays.toString(each.list()) + " " + Arrays.toString(each.listFiles()));
        }
        System.out.println(Arrays.toString(new File(".").list((parent, name) -> name.endsWith(".txt"))));
        FileFilter directories = File::isDirectory;
        System.out.println(Arrays.toString(new File(".").listFiles(directories)));
        System.out.println(file.setLastModified(1_111_111_111_000L) + " " + file.lastModified());
        System.out.println(missing.setLastModified(1_111_111_111_000L));
        System.out.println(file.setReadOnly() + " " + file.setWritable(true) + " " + file.setExecutable(true, false)
                + " " + file.canExecute() + " " + file.setReadable(true, true));
        System.out.println(
                file.renameTo(new File("one/renamed.txt")) + " " + file.exists() + " " + missing.renameTo(file));
        File made = new File("made.txt");
        System.out.println(made.createNewFile() + " " + made.createNewFile() + " " + made.length());
        System.out.println(made.delete() + " " + made.delete() + " " + new File("one").delete());
        File temporary = File.createTempFile("hind", ".sight", new File("one"));
        temporary.deleteOnExit();
        System.out.println(temporary + " " + temporary.exists());
        System.out.println(new File("one/two/../renamed.txt").getCanonicalFile());
        Files.createSymbolicLink(new File("link").toPath(), new File("one/two").toPath());
        System.out.println(new File("link/three/../..").getCanonicalPath());
        System.out.println("total " + new File("/").getTotalSpace() + " free " + new File("/").getFreeSpace()
                + " usable " + new File("/").getUsableSpace() + ", of nothing " + missing.getTotalSpace());
        System.out.println(Arrays.toString(File.listRoots()));
        System.out.println(file.toURI() + " " + new File("one").toURI());
        attempt("create in nothing", () -> new File("nowhere/x").createNewFile());
        attempt("create temporary in nothing", () -> File.createTempFile("abc", "x", new File("nowhere")));
        attempt("canonical path with nul", () -> new File("a\0b").getCanonicalPath());
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
