import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/** Classes of one name, each of a loader of its own, have hashes of their own: with the same, tables of the JDK would be slow. */
public class SameNames {
    private static final int LOADERS = 48;

    public static class Named implements Supplier<String> {
        record Pair(int first, String second) {}

        @Override
        public String get() {
            Supplier<String> text = () -> "text";
            return text.get() + new Pair(1, "z");
        }
    }

    private static class Loader extends ClassLoader {
        Loader() {
            super(SameNames.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("SameNames$Named")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in = getResourceAsStream(name + ".class")) {
                byte[] content = in.readAllBytes();
                return defineClass(name, content, 0, content.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Set<Integer> hashes = new HashSet<>();
        for (int i = 0; i < LOADERS; i++) {
            Class<?> named = Class.forName("SameNames$Named", true, new Loader());
            Supplier<?> made = (Supplier<?>) named.getDeclaredConstructor().newInstance();
            String text = (String) made.get();
            hashes.add(named.hashCode());
            System.out.println(text + " " + named.hashCode() + " " + new Object().hashCode());
        }
        System.out.println(hashes.size() > LOADERS / 2 ? "different" : "the same " + hashes);
        if (hashes.size() <= LOADERS / 2) {
            System.exit(1);
        }
    }
}
