// jvm: -XX:SoftRefLRUPolicyMSPerMB=0 -Xmn2m -Xmx64m
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/** When the collector clears references and fills queues, seen in every way, and how often it took to look. */
public class ClearedReferences {
    private static final List<byte[]> garbage = new ArrayList<>();

    /** Overrides nothing, and is called by its own name. */
    static class Named extends WeakReference<Object> {
        final String name;

        Named(String name, Object referent, ReferenceQueue<Object> queue) {
            super(referent, queue);
            this.name = name;
        }
    }

    /** Two steps below, with a method of its own. */
    static class Counted extends Named {
        int looks;

        Counted(String name, Object referent, ReferenceQueue<Object> queue) {
            super(name, referent, queue);
        }

        @Override
        public Object get() {
            looks++;
            return super.get();
        }
    }

    public static void main(String[] args) throws Exception {
        WeakReference<Object> plain = new WeakReference<>(new Object());
        System.out.println("plain after " + spin(plain::get));

        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Map<Reference<?>, String> names = new HashMap<>();
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Object referent = new Object();
            if (i % 3 == 0) {
                kept.add(referent);
            }
            Named reference = i % 2 == 0 ? new Named("n" + i, referent, queue) : new Counted("c" + i, referent, queue);
            names.put(reference, reference.name);
        }
        PhantomReference<Object> phantom = new PhantomReference<>(new Object(), queue);
        names.put(phantom, "phantom");
        int looks = 0;
        for (int found = 0; found < 14; looks++) {
            Reference<?> reference = queue.poll();
            if (reference == null) {
                churn();
            } else {
                found++;
                System.out.println(names.remove(reference) + " " + reference.hashCode() + " " + reference.get());
            }
        }
        System.out.println(names.size() + " left after " + looks + ", " + kept.size());
        for (Reference<?> left : names.keySet()) {
            System.out.println(names.get(left) + " " + (left.get() != null) + " " + left.refersTo(null));
        }

        Map<Object, Integer> weak = new WeakHashMap<>();
        for (int i = 0; i < 100; i++) {
            weak.put(i % 10 == 0 ? kept.get(i / 15) : new Object(), i);
        }
        List<Integer> sizes = new ArrayList<>();
        while (weak.size() > 7) {
            sizes.add(weak.size());
            churn();
        }
        System.out.println(sizes + " " + weak.values().stream().mapToInt(i -> i).sum() + " " + weak.size());

        SoftReference<byte[]> soft = new SoftReference<>(new byte[1 << 20]);
        int softLooks = 0;
        while (soft.get() != null) {
            softLooks++;
            // One that was looked at since the last collection is kept.
            churn();
            churn();
        }
        System.out.println("soft after " + softLooks);

        StringBuilder rounds = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            rounds.append(' ').append(untilCollected(new WeakReference<>(new Object())));
        }
        System.out.println("by itself after" + rounds);

        WeakReference<Object> own = new WeakReference<>(kept);
        own.clear();
        System.out.println(own.get() + " " + own.get() + " " + own.refersTo(null));
        Object strong = kept.get(0);
        Named enqueued = new Named("by hand", strong, queue);
        System.out.println(enqueued.enqueue() + " " + (queue.remove() == enqueued) + " " + queue.remove(5));
    }

    private static int spin(Supplier<Object> referent) {
        int looks = 0;
        while (referent.get() != null) {
            looks++;
            if (looks % 50 == 0) {
                churn();
            }
        }
        return looks;
    }

    /** The collector runs when it has to, which depends on all that was allocated before, by whomever. */
    private static int untilCollected(WeakReference<Object> reference) {
        int looks = 0;
        while (reference.get() != null) {
            garbage.add(new byte[500 + looks % 100]);
            if (++looks % 1000 == 0) {
                garbage.clear();
            }
        }
        return looks;
    }

    private static void churn() {
        for (int i = 0; i < 50; i++) {
            garbage.add(new byte[1 << 12]);
        }
        garbage.clear();
        System.gc();
    }
}
