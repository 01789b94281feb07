package dev.hindsight.bench.baseline;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Array;

/** Finds the shadow of an object by its identity; each object has at most one. */
final class Shadows {
    static final ReferenceQueue<Object> DEAD = new ReferenceQueue<>();

    private static final int STRIPES = 64;
    private static final Shadows[] ALL = new Shadows[STRIPES];

    static {
        for (int i = 0; i < STRIPES; i++) {
            ALL[i] = new Shadows();
        }
    }

    private Shadow[] buckets = new Shadow[64];
    private int size;

    private Shadows() {}

    static Shadow of(Object object, int hash, ThreadLog log) {
        removeDead();
        return stripe(hash).find(object, hash, log);
    }

    private static Shadows stripe(int hash) {
        return ALL[hash & STRIPES - 1];
    }

    private static void removeDead() {
        for (Reference<?> dead = DEAD.poll(); dead != null; dead = DEAD.poll()) {
            Shadow shadow = (Shadow) dead;
            stripe(shadow.hash).remove(shadow);
        }
    }

    private synchronized Shadow find(Object object, int hash, ThreadLog log) {
        for (Shadow shadow = buckets[bucket(hash)]; shadow != null; shadow = shadow.next) {
            if (shadow.refersTo(object)) {
                return shadow;
            }
        }
        if (++size > buckets.length) {
            grow();
        }
        int length = object.getClass().isArray() ? Array.getLength(object) : 0;
        Shadow shadow = new Shadow(object, hash, log.objectId(), length, buckets[bucket(hash)]);
        buckets[bucket(hash)] = shadow;
        return shadow;
    }

    private int bucket(int hash) {
        return hash / STRIPES & buckets.length - 1;
    }

    private void grow() {
        Shadow[] old = buckets;
        buckets = new Shadow[2 * old.length];
        for (Shadow first : old) {
            Shadow shadow = first;
            while (shadow != null) {
                Shadow next = shadow.next;
                shadow.next = buckets[bucket(shadow.hash)];
                buckets[bucket(shadow.hash)] = shadow;
                shadow = next;
            }
        }
    }

    private synchronized void remove(Shadow shadow) {
        Shadow before = null;
        for (Shadow other = buckets[bucket(shadow.hash)]; other != shadow; other = other.next) {
            before = other;
        }
        if (before == null) {
            buckets[bucket(shadow.hash)] = shadow.next;
        } else {
            before.next = shadow.next;
        }
        size--;
    }
}
