import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Returns from main; a hook then reads a file and the clock and writes. */
public class ShutdownHooks {
    public static void main(String[] args) throws IOException {
        Files.writeString(Path.of("state.txt"), "state at " + System.nanoTime());
        Path.of("deleted.txt").toFile().deleteOnExit();
        Files.createFile(Path.of("deleted.txt"));
        Runtime.getRuntime().addShutdownHook(new Thread(ShutdownHooks::last, "the hook"));
        Thread removed = new Thread(() -> System.out.println("never"));
        Runtime.getRuntime().addShutdownHook(removed);
        System.out.println("removed " + Runtime.getRuntime().removeShutdownHook(removed));
        System.out.println("main ends at " + System.nanoTime());
    }

    private static void last() {
        try {
            System.out.println(Thread.currentThread().getName() + " reads " + Files.readString(Path.of("state.txt")));
            System.out.println(Files.readString(Path.of("given.txt")) + System.currentTimeMillis());
            Files.writeString(Path.of("last.txt"), "last words");
            System.out.println(
                    Files.readString(Path.of("last.txt")) + " " + new Object().hashCode() + " " + Math.random());
            System.out.println("deleted.txt " + Files.exists(Path.of("deleted.txt")));
            Runtime.getRuntime().addShutdownHook(new Thread());
        } catch (IOException | IllegalStateException e) {
            e.printStackTrace(System.out);
        }
    }
}
