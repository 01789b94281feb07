import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;

/** A class that is made while the program runs writes a field of which all others know that it never changes. */
public final class UnseenWriter {
    static final class Target {
        int value;

        Target(int value) {
            this.value = value;
        }
    }

    static final class Decoyy {
        int value;
    }

    interface Changes {
        void change(Object object, int value);
    }

    /** Another name, and it writes what it should not. */
    static final class Writer implements Changes {
        @Override
        public void change(Object object, int value) {
            ((Decoyy) object).value = value;
        }
    }

    static final class Reader extends Thread {
        private final Target target;
        private long sum;

        Reader(Target target) {
            this.target = target;
        }

        @Override
        public void run() {
            for (int i = 0; i < 3_000_000; i++) {
                sum = sum * 31 + read(i);
            }
        }

        private int read(int i) {
            return target.value + (i & 1);
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] content;
        try (InputStream in = UnseenWriter.class.getResourceAsStream("UnseenWriter$Writer.class")) {
            content = in.readAllBytes();
        }
        String text = new String(content, StandardCharsets.ISO_8859_1);
        text = text.replace("UnseenWriter$Writer", "UnseenWriter$Wroter").replace("$Decoyy", "$Target");
        Class<?> writer = MethodHandles.lookup().defineClass(text.getBytes(StandardCharsets.ISO_8859_1));
        Changes changes = (Changes) writer.getDeclaredConstructor().newInstance();
        Target target = new Target(1);
        Reader[] readers = {new Reader(target), new Reader(target)};
        for (Reader reader : readers) {
            reader.start();
        }
        for (int i = 0; i < 40; i++) {
            changes.change(target, i);
            Thread.sleep(1);
        }
        for (Reader reader : readers) {
            reader.join();
            System.out.println(reader.sum);
        }
    }
}
