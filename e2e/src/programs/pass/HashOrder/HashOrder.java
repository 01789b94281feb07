import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Hash maps and sets over objects without a hashCode of their own: iteration order is chance. */
public class HashOrder {
    static class Named {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    public static void main(String[] args) {
        Set<Named> set = new HashSet<>();
        Map<Named, Integer> map = new HashMap<>();
        ConcurrentHashMap<Named, Integer> concurrent = new ConcurrentHashMap<>();
        for (int i = 0; i < 200; i++) {
            Named named = new Named("n" + i);
            set.add(named);
            map.put(new Named("m" + i), i);
            concurrent.put(named, i);
        }
        System.out.println(set);
        System.out.println(map);
        System.out.println(concurrent);
        System.out.println(concurrent
                .reduceKeys(Long.MAX_VALUE, Object::toString, (a, b) -> a + b)
                .hashCode());
        Map<TimeUnit, Integer> units = new HashMap<>();
        for (TimeUnit unit : TimeUnit.values()) {
            units.put(unit, unit.ordinal());
        }
        System.out.println(units);
        Set<Class<?>> classes = new HashSet<>(List.of(
                String.class, Integer.class, List.class, int.class, HashOrder.class, Named.class, Object[].class));
        System.out.println(classes);
        Map<Supplier<String>, String> lambdas = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            String text = "lambda" + i;
            lambdas.put(() -> text, text);
        }
        System.out.println(lambdas.values());
        Set<Thread.State> states = new HashSet<>(List.of(Thread.State.values()));
        System.out.println(states + " " + Map.copyOf(units).keySet());
        System.out.println(set.stream().collect(Collectors.groupingBy(n -> TimeUnit.values()[n.name.length()])));
        System.out.println(new ArrayList<>(new LinkedHashSet<>(set)).subList(0, 5) + " "
                + set.iterator().next());
    }
}
