// jvm: -Djava.util.concurrent.ForkJoinPool.common.parallelism=3
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Streams in parallel: their order, the threads they ran on, a reduction that is not associative. */
public class ParallelStreams {
    public static void main(String[] args) {
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        Map<String, Integer> names = new ConcurrentHashMap<>();
        IntStream.range(0, 64).parallel().forEach(number -> {
            order.add(number);
            names.merge(Thread.currentThread().getName(), work(number), Integer::sum);
        });
        System.out.println(order + " " + new TreeMap<>(names));
        List<Integer> sorted = IntStream.range(0, 20_000)
                .parallel()
                .map(number -> number * 7_919 % 10_007)
                .boxed()
                .sorted()
                .collect(Collectors.toList());
        System.out.println(sorted.hashCode());
        System.out.println(IntStream.range(0, 1_000).parallel().reduce(0, (a, b) -> a * 31 - b));
        System.out.println(IntStream.range(0, 100_000)
                .parallel()
                .filter(n -> work(n % 10) >= 0)
                .findAny());
    }

    private static int work(int number) {
        int sum = 0;
        for (int i = 0; i < 2_000; i++) {
            sum += i % (number + 1);
        }
        return sum;
    }
}
