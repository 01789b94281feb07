import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Set.of and Map.of iterate in an order that changes from run to run. */
public class ImmutableOrder {
    public static void main(String[] args) {
        System.out.println(Set.of("a", "b") + " " + Set.of("a", "b", "c", "d", "e", "f", "g", "h"));
        System.out.println(Map.of("a", 1, "b", 2, "c", 3, "d", 4, "e", 5));
        System.out.println(Map.ofEntries(Map.entry(1, "x"), Map.entry(2, "y"), Map.entry(3, "z"))
                .keySet());
        System.out.println(Set.copyOf(List.of(5, 6, 7, 8, 9, 5)));
        System.out.println(IntStream.range(0, 50).boxed().collect(Collectors.toUnmodifiableSet()));
        System.out.println(IntStream.range(0, 50).boxed().collect(Collectors.toUnmodifiableMap(i -> "k" + i, i -> i)));
        Set.of("one", "two", "three").forEach(System.out::println);
        for (Map.Entry<String, Integer> entry :
                Map.of("one", 1, "two", 2, "three", 3).entrySet()) {
            System.out.println(entry);
        }
        System.out.println(Set.of(new Object(), new Object(), new Object()));
        System.out.println(Thread.State.valueOf("NEW") + " " + Set.of(Thread.State.values()));
    }
}
