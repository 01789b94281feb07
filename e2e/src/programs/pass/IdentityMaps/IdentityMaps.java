import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/** Identity maps order equal keys by chance; weak maps over live objects lose nothing. */
public class IdentityMaps {
    static class Key {
        final int number;

        Key(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.number == number;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public String toString() {
            return "k" + number;
        }
    }

    public static void main(String[] args) {
        Map<Object, Integer> identity = new IdentityHashMap<>();
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Key key = new Key(i % 10);
            kept.add(key);
            identity.put(key, i);
            identity.put(new String("text"), i);
        }
        System.out.println(identity.size() + " " + identity);
        identity.keySet().removeIf(key -> key instanceof String);
        System.out.println(identity.values() + " " + identity.hashCode());
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        seen.addAll(kept);
        seen.addAll(kept);
        System.out.println(seen);
        Map<Object, String> weak = new WeakHashMap<>();
        for (int i = 0; i < 50; i++) {
            Object object = new Object();
            kept.add(object);
            weak.put(object, "w" + i);
        }
        System.gc();
        System.out.println(weak.size() + " " + weak.values());
        System.out.println(kept.size() + " " + kept.get(120));
    }
}
