import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;

/** A class of the class path is defined with another content, which changes what never changes in that of the class path. */
public final class OtherContent {
    static final class Target {
        int value;

        Target(int value) {
            this.value = value;
        }
    }

    static final class Decoyy {
        int value;
    }

    static final class Writer {
        void change(Object object, int value) {
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
        try (InputStream in = OtherContent.class.getResourceAsStream("OtherContent$Writer.class")) {
            content = in.readAllBytes();
        }
        String text = new String(content, StandardCharsets.ISO_8859_1).replace("$Decoyy", "$Target");
        MethodHandles.lookup().defineClass(text.getBytes(StandardCharsets.ISO_8859_1));
        Target target = new Target(1);
        Reader[] readers = {new Reader(target), new Reader(target)};
        for (Reader reader : readers) {
            reader.start();
        }
        Writer writer = new Writer();
        for (int i = 1; i <= 40; i++) {
            writer.change(target, i);
            Thread.sleep(1);
        }
        for (Reader reader : readers) {
            reader.join();
            System.out.println(reader.sum);
        }
    }
}
