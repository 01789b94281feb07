import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.TreeMap;

/** Loads and stores properties; the stored file carries a date. */
public class PropertiesFiles {
    public static void main(String[] args) throws IOException {
        Properties properties = new Properties();
        try (FileInputStream in = new FileInputStream("app.properties")) {
            properties.load(in);
        }
        System.out.println(new TreeMap<>(properties));
        System.out.println(properties);
        properties.setProperty("added", "v\u00e4lue = with : specials #!");
        try (FileOutputStream out = new FileOutputStream("stored.properties")) {
            properties.store(out, "stored by a program");
        }
        System.out.println(Files.readString(Path.of("stored.properties"), StandardCharsets.ISO_8859_1));
        try (FileWriter out = new FileWriter("written.properties", StandardCharsets.UTF_8)) {
            properties.store(out, null);
        }
        System.out.println(Files.readString(Path.of("written.properties")));
        Properties again = new Properties();
        try (FileReader in = new FileReader("written.properties", StandardCharsets.UTF_8)) {
            again.load(in);
        }
        System.out.println(again.equals(properties) + " " + again.getProperty("missing", "default"));
        again.list(System.out);
        try (FileInputStream in = new FileInputStream("broken.properties")) {
            again.load(in);
        } catch (IllegalArgumentException e) {
            e.printStackTrace(System.out);
        }
    }
}
