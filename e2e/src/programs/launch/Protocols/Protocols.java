import java.net.URL;
import java.net.URLStreamHandlerFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;

/** The program is asked for the protocols of URLs, and tells when. */
public class Protocols {
    public static void main(String[] args) throws Exception {
        List<String> asked = new ArrayList<>();
        URLStreamHandlerFactory factory = protocol -> {
            asked.add(protocol);
            return null;
        };
        URL.setURLStreamHandlerFactory(factory);
        Class<?> own = Protocols.class;
        asked.add("look");
        asked.add("found " + (own.getResource("Protocols.class") != null));
        asked.add("found " + (Object.class.getResource("Object.class") != null));
        asked.add("found " + Collections.list(own.getClassLoader().getResources("none")).size());
        asked.add("class " + Late.NAME);
        asked.add("service " + ServiceLoader.load(Runnable.class).findFirst().isPresent());
        asked.add("make");
        asked.add(new URL("jar:file:/none.jar!/none").getPath());
        asked.add(new URL("http://localhost/none").getPath());
        System.out.println(asked);
    }

    private static final class Late {
        static final String NAME = Late.class.getProtectionDomain().getCodeSource().getLocation().getProtocol();
    }
}
