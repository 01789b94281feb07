// jvm: -Djava.util.concurrent.ForkJoinPool.common.parallelism=3
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** A map whose elements are visited by the threads of the common pool. */
public class MapInParallel {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 300; i++) {
            map.put(i, i);
        }
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        map.forEach(1, (key, value) -> {
            int sum = 0;
            for (int i = 0; i < 1_000; i++) {
                sum += i % (value + 1);
            }
            map.put(key, sum);
            if (key % 20 == 0) {
                order.add(key + "@" + Thread.currentThread().getName());
            }
        });
        System.out.println(order);
        System.out.println(map.reduceValuesToLong(10, Integer::longValue, 0, Long::sum) + " "
                + map.search(
                        5, (key, value) -> value > 400 ? Thread.currentThread().getName() : null));
    }
}
