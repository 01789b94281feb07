import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.XMLFormatter;
import java.util.stream.Stream;

/** Logs with time stamps to files, which are locked and rotated, and to standard error. */
public class LoggingToFile {
    public static void main(String[] args) throws IOException {
        Logger logger = Logger.getLogger("e2e");
        FileHandler plain = new FileHandler("log%g.txt", 2000, 3, true);
        plain.setFormatter(new SimpleFormatter());
        FileHandler xml = new FileHandler("log.xml");
        xml.setFormatter(new XMLFormatter());
        logger.addHandler(plain);
        logger.addHandler(xml);
        logger.setLevel(Level.FINE);
        for (int i = 0; i < 20; i++) {
            logger.log(i % 5 == 0 ? Level.WARNING : Level.FINE, "message {0}", i);
        }
        logger.log(Level.SEVERE, "failed", new IllegalStateException("logged"));
        Logger.getGlobal().info("to standard error");
        plain.close();
        xml.close();
        try (Stream<Path> files = Files.list(Path.of(""))) {
            for (Path file : files.sorted().toList()) {
                System.out.println("== " + file);
                System.out.println(Files.readString(file));
            }
        }
        try {
            new FileHandler("missing/log.txt");
        } catch (IOException e) {
            e.printStackTrace(System.out);
        }
    }
}
