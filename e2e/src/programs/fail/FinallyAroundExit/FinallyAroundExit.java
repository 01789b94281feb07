// exit 4
import java.nio.file.Files;
import java.nio.file.Path;

/** System.exit inside try: finally does not run, the hook does. */
public class FinallyAroundExit {
    public static void main(String[] args) throws Exception {
        Files.writeString(Path.of("state.txt"), "written at " + System.nanoTime());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                System.out.println("hook reads: " + Files.readString(Path.of("state.txt")));
                Files.delete(Path.of("state.txt"));
                System.out.println("hook at " + System.currentTimeMillis());
            } catch (Exception e) {
                e.printStackTrace();
            }
        }));
        try {
            System.out.println("leaving");
            System.exit(4);
        } catch (Throwable e) {
            System.out.println("never caught");
        } finally {
            System.out.println("never printed");
        }
    }
}
