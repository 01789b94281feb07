// jdk: 25+
// jvm: --enable-preview
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;

/** Tasks in scopes: all of them, the first that succeeds, one that takes too long; they inherit what is bound. */
public class StructuredTasks {
    private static final ScopedValue<Integer> ROUND = ScopedValue.newInstance();
    private static int order;

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 4; round++) {
            ScopedValue.where(ROUND, round).call(StructuredTasks::all);
        }
        try (var scope = StructuredTaskScope.open(Joiner.<String>anySuccessfulResultOrThrow())) {
            for (int i = 0; i < 4; i++) {
                int number = i;
                scope.fork(() -> {
                    Thread.sleep(5 + 5 * ((number + 2) % 4));
                    return "won by " + number;
                });
            }
            System.out.println(scope.join());
        }
        try (var scope = StructuredTaskScope.open(
                Joiner.<String>awaitAllSuccessfulOrThrow(), setting -> setting.withTimeout(Duration.ofMillis(30)))) {
            scope.fork(() -> {
                Thread.sleep(100_000);
                return "";
            });
            scope.join();
        } catch (StructuredTaskScope.TimeoutException e) {
            System.out.println("too late");
        }
    }

    private static Void all() throws InterruptedException {
        try (var scope = StructuredTaskScope.open()) {
            List<Subtask<String>> tasks = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                int number = i;
                tasks.add(scope.fork(() -> work(number)));
            }
            scope.join();
            StringBuilder line = new StringBuilder();
            for (Subtask<String> task : tasks) {
                line.append(task.get()).append(' ');
            }
            System.out.println(line);
            return null;
        }
    }

    private static String work(int number) throws InterruptedException {
        if (number % 2 == 0) {
            Thread.sleep(number);
        }
        order++;
        return ROUND.get() + "/" + number + "#" + order;
    }
}
