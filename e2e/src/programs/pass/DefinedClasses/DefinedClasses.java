import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;

/** Asks for a class that is not there, then defines it; generators of proxies do so. */
public class DefinedClasses {
    static class Model0000 {
        @Override
        public String toString() {
            return "made at " + System.nanoTime();
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            String name = "DefinedClasses$Model000" + (i + 1);
            System.out.println(find(name));
            byte[] code;
            try (var in = DefinedClasses.class.getResourceAsStream("DefinedClasses$Model0000.class")) {
                code = in.readAllBytes();
            }
            String text = new String(code, StandardCharsets.ISO_8859_1).replace("Model0000", "Model000" + (i + 1));
            Class<?> defined = MethodHandles.lookup().defineClass(text.getBytes(StandardCharsets.ISO_8859_1));
            var constructor = defined.getDeclaredConstructor();
            constructor.setAccessible(true);
            System.out.println(constructor.newInstance());
            System.out.println(find(name) + " " + defined.hashCode());
        }
    }

    private static String find(String name) {
        try {
            return Class.forName(name, false, DefinedClasses.class.getClassLoader()) + " is there";
        } catch (ClassNotFoundException e) {
            return e.getMessage() + " is not there";
        }
    }
}
