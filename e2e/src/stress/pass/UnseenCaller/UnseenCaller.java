import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A class that is made while the program runs has the JDK call a method that it did not call before. */
public final class UnseenCaller {
    static class Base {
        long sum;

        public void run() {
            for (int i = 0; i < 200_000; i++) {
                sum = sum * 31 + step(i);
            }
        }

        private int step(int i) {
            return i & 7;
        }
    }

    /** Its name is as long as that of the interface that takes its place. */
    interface Decoy {
        void run();
    }

    static class Task extends Base implements Decoy {}

    public static void main(String[] args) throws Exception {
        byte[] content;
        try (InputStream in = UnseenCaller.class.getResourceAsStream("UnseenCaller$Task.class")) {
            content = in.readAllBytes();
        }
        String text = new String(content, StandardCharsets.ISO_8859_1);
        text = text.replace("UnseenCaller$Task", "UnseenCaller$Tusk").replace("UnseenCaller$Decoy", "java/lang/Runnable");
        Base warm = new Base();
        Thread other = new Thread(warm::run);
        other.start();
        warm.step(1);
        other.join();
        Class<?> task = MethodHandles.lookup().defineClass(text.getBytes(StandardCharsets.ISO_8859_1));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        ExecutorCompletionService<Integer> done = new ExecutorCompletionService<>(threads);
        for (int i = 0; i < 40; i++) {
            done.submit((Runnable) task.getDeclaredConstructor().newInstance(), i);
        }
        StringBuilder order = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            order.append(done.take().get()).append(' ');
        }
        threads.shutdown();
        System.out.println(order);
    }
}
