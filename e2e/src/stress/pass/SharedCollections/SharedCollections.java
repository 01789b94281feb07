import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Collections that threads must not share, shared: what is lost, found twice or thrown depends on where each thread is inside them. */
public class SharedCollections {
    private static final int ROUNDS = 150;
    private static final int MOST = 500;

    private record Point(int x, int y) {}

    /** A key that asks collections itself. */
    private static final class Key {
        private static final Map<Integer, Integer> HASHES = new HashMap<>();
        private final int number;

        Key(int number) {
            this.number = number;
        }

        @Override
        public int hashCode() {
            Integer known = HASHES.get(number);
            if (known == null) {
                HASHES.put(number, number % 5);
            }
            return number % 5;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.number == number;
        }
    }

    private static final class Counted extends HashMap<Integer, Integer> {
        private static final long serialVersionUID = 1;
        private int puts;

        @Override
        public Integer put(Integer key, Integer value) {
            puts++;
            return super.put(key, value);
        }
    }

    private static final class Recent extends LinkedHashMap<Integer, Integer> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > 20;
        }
    }

    private static final Map<Integer, Integer> NUMBERS = new HashMap<>();
    private static final Map<Point, Integer> POINTS = new HashMap<>();
    private static final Map<Key, Integer> KEYS = new HashMap<>();
    private static final Map<TimeUnit, Integer> UNITS = new EnumMap<>(TimeUnit.class);
    private static final Map<String, Integer> TREE = new TreeMap<>();
    private static final Map<Object, Integer> SAME = new IdentityHashMap<>();
    private static final Counted COUNTED = new Counted();
    private static final Recent RECENT = new Recent();
    private static final Set<Integer> SET = new HashSet<>();
    private static final Set<Integer> OF_MAP = Collections.newSetFromMap(new HashMap<>());
    private static final List<Integer> LIST = new ArrayList<>();
    private static final List<Integer> LINKED = new LinkedList<>();
    private static final Deque<Integer> DEQUE = new ArrayDeque<>();
    private static final PriorityQueue<Integer> QUEUE = new PriorityQueue<>();
    private static final BitSet BITS = new BitSet();
    private static final AtomicIntegerArray THROWN = new AtomicIntegerArray(4);
    private static final Integer[] OBJECTS = new Integer[8];

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 30; i++) {
            TREE.put("key " + i, i);
        }
        for (int i = 0; i < OBJECTS.length; i++) {
            OBJECTS[i] = 1000 + i;
        }
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> run(number), "user " + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        print("numbers", NUMBERS.entrySet());
        print("points", POINTS.values());
        print("keys", KEYS.values());
        print("units", UNITS.entrySet());
        print("tree", TREE.entrySet());
        print("recent", RECENT.entrySet());
        print("set", SET);
        print("of map", OF_MAP);
        print("list", LIST);
        print("linked", LINKED);
        print("deque", DEQUE);
        print("queue", QUEUE);
        System.out.println("same " + SAME.size() + ", bits " + BITS + ", puts " + COUNTED.puts + " of " + COUNTED.size());
        System.out.println("thrown " + THROWN);
    }

    private static void run(int number) {
        for (int round = 0; round < ROUNDS; round++) {
            int seed = round * 3 + number;
            for (int kind = 0; kind < 16; kind++) {
                try {
                    use(kind, seed, round);
                } catch (NullPointerException e) {
                    THROWN.incrementAndGet(0);
                } catch (IndexOutOfBoundsException e) {
                    THROWN.incrementAndGet(1);
                } catch (java.util.ConcurrentModificationException e) {
                    THROWN.incrementAndGet(2);
                } catch (RuntimeException e) {
                    THROWN.incrementAndGet(3);
                }
            }
        }
    }

    private static void use(int kind, int seed, int round) {
        switch (kind) {
            case 0 -> NUMBERS.put(seed, round);
            case 1 -> NUMBERS.merge(seed % 7, 1, Integer::sum);
            case 2 -> NUMBERS.replace(seed % 7, round, round + 1);
            case 3 -> POINTS.computeIfAbsent(new Point(round % 9, seed % 9), point -> point.x * 10 + point.y);
            case 4 -> KEYS.put(new Key(seed % 40), round);
            case 5 -> UNITS.put(TimeUnit.values()[round % 7], seed);
            case 6 -> TREE.put("key " + seed % 30, TREE.get("key " + round % 30) + 1);
            case 7 -> SAME.put(OBJECTS[round & 7], seed);
            case 8 -> COUNTED.put(seed, round);
            case 9 -> RECENT.put(seed, round);
            case 10 -> {
                SET.add(seed);
                SET.remove(round);
                OF_MAP.add(round);
            }
            case 11 -> {
                LIST.add(seed);
                if (round % 5 == 0) {
                    LIST.subList(0, 2).clear();
                    LIST.addAll(0, List.of(seed, round));
                }
            }
            case 12 -> {
                LINKED.add(seed);
                LINKED.remove(0);
            }
            case 13 -> {
                DEQUE.addLast(seed);
                if (round % 3 == 0) {
                    DEQUE.pollFirst();
                }
            }
            case 14 -> {
                QUEUE.add(1000 - seed);
                if (round % 2 == 0) {
                    QUEUE.poll();
                }
                BITS.set(seed & 255);
            }
            default -> look(round % 2 == 0 ? LIST : NUMBERS.values());
        }
    }

    private static void look(Collection<Integer> numbers) {
        int sum = 0;
        int count = 0;
        for (Iterator<Integer> each = numbers.iterator(); each.hasNext() && count < 20; count++) {
            sum += each.next();
        }
        SET.add(sum & 63);
    }

    /** Links that several threads have changed may lead in circles. */
    private static void print(String name, Collection<?> all) {
        StringBuilder text = new StringBuilder(name).append(' ').append(all.size()).append(':');
        try {
            int count = 0;
            for (Iterator<?> each = all.iterator(); each.hasNext() && count < MOST; count++) {
                text.append(' ').append(each.next());
            }
        } catch (RuntimeException e) {
            text.append(' ').append(e.getClass().getName());
        }
        System.out.println(text);
    }
}
