import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

/** Values of classes: found by several threads at once, removed under them, gone with a class loader or with their key. */
public class ClassValues {
    private static final AtomicInteger COMPUTED = new AtomicInteger();
    private static final List<Class<?>> TYPES = List.of(int.class, String.class, List.class, int[].class, ClassValues.class);

    static class Numbered extends ClassValue<String> {
        @Override
        protected String computeValue(Class<?> type) {
            int number = COMPUTED.incrementAndGet();
            Thread.yield();
            return type.getSimpleName() + " " + number + " by " + Thread.currentThread().getName() + " at "
                    + System.nanoTime();
        }
    }

    /** Loaded by other loaders as well. */
    static class Copied {}

    private static final Numbered VALUES = new Numbered();

    public static void main(String[] args) throws Exception {
        together();
        removed();
        unloaded();
        lostKeys();
    }

    private static void together() throws Exception {
        int threads = 4;
        CyclicBarrier start = new CyclicBarrier(threads);
        List<String> found = Collections.synchronizedList(new ArrayList<>());
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(
                    () -> {
                        for (Class<?> type : TYPES) {
                            await(start);
                            found.add(Thread.currentThread().getName() + " finds " + VALUES.get(type));
                        }
                    },
                    "thread " + i);
            thread.start();
            all.add(thread);
        }
        for (Thread thread : all) {
            thread.join();
        }
        found.forEach(System.out::println);
        for (Class<?> type : TYPES) {
            long different = found.stream()
                    .map(line -> line.substring(line.indexOf("finds")))
                    .filter(line -> line.contains(" " + type.getSimpleName() + " "))
                    .distinct()
                    .count();
            require(different == 1, "all threads find the same value of " + type);
        }
    }

    private static void removed() throws Exception {
        String before = VALUES.get(String.class);
        VALUES.remove(String.class);
        require(!VALUES.get(String.class).equals(before), "a removed value is computed again");
        Thread remover = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                VALUES.remove(TYPES.get(i % TYPES.size()));
                Thread.yield();
            }
        });
        remover.start();
        int changes = 0;
        String last = VALUES.get(List.class);
        while (remover.isAlive()) {
            String now = VALUES.get(List.class);
            changes += now.equals(last) ? 0 : 1;
            last = now;
            Thread.yield();
        }
        remover.join();
        System.out.println(changes + " changes seen, " + COMPUTED + " computed, last " + last);
    }

    private static void unloaded() throws Exception {
        List<WeakReference<Class<?>>> copies = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            copies.add(new WeakReference<>(copy()));
        }
        int looks = 0;
        for (WeakReference<Class<?>> copy : copies) {
            while (copy.get() != null) {
                looks++;
                System.gc();
            }
        }
        System.out.println("classes are gone after " + looks + " looks; " + VALUES.get(Copied.class));
    }

    private static Class<?> copy() throws Exception {
        URL here = new File(System.getProperty("java.class.path")).toURI().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {here}, null)) {
            Class<?> type = loader.loadClass(Copied.class.getName());
            require(type != Copied.class && !VALUES.get(type).equals(VALUES.get(Copied.class)), "a copy has its own value");
            System.out.println(VALUES.get(type));
            return type;
        }
    }

    private static void lostKeys() {
        List<WeakReference<Numbered>> keys = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Numbered key = new Numbered();
            System.out.println(key.get(String.class));
            keys.add(new WeakReference<>(key));
        }
        int looks = 0;
        while (keys.stream().anyMatch(key -> key.get() != null)) {
            looks++;
            System.gc();
        }
        System.out.println("keys are gone after " + looks + " looks; " + VALUES.get(String.class));
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("Not so: " + what);
        }
    }
}
