package dev.hindsight.agent.replay;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;

/**
 * Keeps what references refer to alive as long as the references themselves live, and finds references by their names: the
 * collector of a replay decides nothing.
 *
 * <p>A referent through which its reference can be reached is kept for ever. A reference that the program will take from its
 * queue is kept until then: in the recorded run the queue held it, and maybe nothing else.
 */
final class KeptReferents {
    private static final int FIRST_SIZE = 256;

    private final ReferenceQueue<Reference<?>> gone = new ReferenceQueue<>();
    private final Set<Integer> taken;
    private Kept[] table = new Kept[FIRST_SIZE];
    private int count;

    /** A reference of the program, held as weakly as it is without us. */
    private static final class Kept extends WeakReference<Reference<?>> {
        private final int number;
        private final Object referent;
        /** The reference, if it will be taken from its queue. */
        private Reference<?> queued;
        /** Where it stands; those without a name are spread over all places. */
        private final int hash;

        private Kept next;

        Kept(Reference<?> reference, Object referent, int number, int hash, ReferenceQueue<Reference<?>> gone) {
            super(reference, gone);
            this.referent = referent;
            this.number = number;
            this.hash = hash;
        }
    }

    /** @param taken numbers of references that will be taken from their queues */
    KeptReferents(Set<Integer> taken) {
        this.taken = taken;
    }

    synchronized void add(Reference<?> reference, Object referent, int number) {
        forget();
        if (count >= table.length) {
            grow();
        }
        Kept kept = new Kept(reference, referent, number, number == 0 ? count * 31 : number, gone);
        kept.queued = taken.contains(number) ? reference : null;
        put(kept);
        count++;
    }

    /** The reference of this name; null if there is none. */
    synchronized Reference<?> find(int number) {
        for (Kept kept = table[number & table.length - 1]; kept != null; kept = kept.next) {
            Reference<?> reference = kept.get();
            if (kept.number == number && reference != null) {
                kept.queued = null;
                return reference;
            }
        }
        return null;
    }

    private void put(Kept kept) {
        int index = kept.hash & table.length - 1;
        kept.next = table[index];
        table[index] = kept;
    }

    private void grow() {
        Kept[] old = table;
        table = new Kept[old.length * 2];
        for (Kept first : old) {
            for (Kept kept = first; kept != null; ) {
                Kept next = kept.next;
                put(kept);
                kept = next;
            }
        }
    }

    private void forget() {
        for (Reference<?> dead = gone.poll(); dead != null; dead = gone.poll()) {
            Kept kept = (Kept) dead;
            int index = kept.hash & table.length - 1;
            Kept before = null;
            Kept at = table[index];
            while (at != kept) {
                before = at;
                at = at.next;
            }
            if (before == null) {
                table[index] = kept.next;
            } else {
                before.next = kept.next;
            }
            count--;
        }
    }
}
