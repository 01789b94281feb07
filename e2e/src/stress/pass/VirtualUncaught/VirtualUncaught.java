// jdk: 21+
import java.util.ArrayList;
import java.util.List;

/** Exceptions that end virtual threads. */
public class VirtualUncaught {
    private static int thrown;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Thread.Builder.OfVirtual builder = Thread.ofVirtual().name("virtual " + i);
            if (i % 2 == 0) {
                builder.uncaughtExceptionHandler(
                        (thread, exception) -> System.out.println(thread.getName() + " " + exception.getMessage()));
            }
            threads.add(builder.start(() -> {
                Thread.yield();
                throw new IllegalStateException("number " + ++thrown);
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(thrown);
    }
}
