// same-as-plain
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.Collections;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/** Reads resources and services from the class path, which is gone at replay. */
public class Resources {
    public static class Greeter implements Supplier<String> {
        @Override
        public String get() {
            return "hello from a service";
        }
    }

    public static void main(String[] args) throws IOException {
        System.out.println(Resources.class.getResource("message.txt"));
        System.out.println(Resources.class.getResource("/deep/er/data.bin"));
        System.out.println(
                Resources.class.getResource("missing.txt") + " " + Resources.class.getResourceAsStream("missing.txt"));
        try (InputStream in = Resources.class.getResourceAsStream("/message.txt")) {
            System.out.print(new String(in.readAllBytes()));
        }
        ClassLoader loader = Resources.class.getClassLoader();
        for (URL url : Collections.list(loader.getResources("message.txt"))) {
            URLConnection connection = url.openConnection();
            System.out.println(url + " " + connection.getContentLength() + " " + connection.getContentType());
        }
        System.out.println(loader.resources("deep/er/data.bin").count() + " "
                + loader.resources("missing").count());
        System.out.print(
                new String(loader.getResource("deep/er/data.bin").openStream().readAllBytes()));
        System.out.println(ClassLoader.getSystemResource("java/lang/Object.class"));
        try (InputStream in = Object.class.getResourceAsStream("Object.class")) {
            System.out.println(Integer.toHexString(in.read()) + " " + in.readAllBytes().length);
        }
        System.out.println(Resources.class.getModule().isNamed() + " " + Object.class.getModule());
        try (InputStream in = Object.class.getModule().getResourceAsStream("java/lang/String.class")) {
            System.out.println(in.readNBytes(4)[0]);
        }
        var services = ServiceLoader.load(Supplier.class).iterator();
        while (true) {
            try {
                if (!services.hasNext()) {
                    break;
                }
                System.out.println(services.next().get());
            } catch (ServiceConfigurationError e) {
                e.printStackTrace(System.out);
            }
        }
        try {
            Class.forName("not.there.AtAll");
        } catch (ClassNotFoundException e) {
            e.printStackTrace(System.out);
        }
    }
}
