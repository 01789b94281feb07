import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Threads need classes whose initialisers are busy with files in another thread. */
public class SlowInitialiser {
    private static final class First {
        static final long VALUE = work(300);
    }

    private static final class Second {
        static final long VALUE = First.VALUE + work(300);
    }

    private static long work(int times) {
        try {
            Path file = Files.createTempFile("slow", ".txt");
            long sum = 0;
            for (int i = 0; i < times; i++) {
                Files.writeString(file, "x".repeat(i));
                sum += Files.readString(file).length();
            }
            Files.delete(file);
            return sum;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean first = i % 2 == 0;
            Thread thread = new Thread(() -> System.out.println(first ? First.VALUE : Second.VALUE));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
