package dev.hindsight.runtime;

import java.lang.reflect.Array;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Who may touch which array, and the static fields of the program, without the turn.
 *
 * <p>A part of an array belongs to one thread, or is shared for reading. Only a thread that has its turn changes that, and if the
 * part belongs to another one that runs beside, it first has that one come back: at a place that is counted, so that a replay
 * stops it there. A thread that runs beside and comes to what is not its own needs its turn. So what a thread finds to be
 * its own depends on nothing but what it and the turns before did, and each replay finds the same.
 *
 * <p>An array has no room for this. What belongs to whom stands in a table, and where in it follows from the array's identity hash,
 * which we give it: it names the thread that made the array, or touched it first, to which it belongs as long as the table says nothing.
 * Arrays of one thread that meet in the table belong together.
 */
public final class Owners {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Its parts belong to different threads. */
    private static final int DIVIDED = Integer.MIN_VALUE;

    /** Belongs to nobody: the JDK may have kept it. */
    private static final int NOBODY = Integer.MAX_VALUE;

    /** Beside the thread to which an array belongs: a method of the JDK has it, and may call the program meanwhile. */
    private static final int LENT = 1 << 30;

    private static final int SLOT_BITS = 14;
    private static final int SLOTS = 1 << SLOT_BITS;
    /** Stands for the JDK, and for threads for which there is no number; the first is nobody's. */
    private static final int LAST_MAKER = 63;

    /** The part of a hash that names the slot, the one above it the maker; those above distinguish arrays of one slot. */
    private static final int ENTRIES = (LAST_MAKER + 1) * SLOTS;

    private static final int OTHER_BITS = 11;
    /** As which an array is divided at most: this many bits of parts. */
    private static final int PART_BITS = 6;

    private static final int STEP = 0x9E3779B1;
    /** How often to look for a thread to come back before others get the processor. */
    private static final int SPINS = 1000;

    /** Whether threads run beside each other, and have to ask. */
    private static boolean sharing;

    /**
     * By maker and slot: above 0 the thread to which an array belongs, below 0 since when it is shared for reading, or that it is
     * divided. It is looked at for each element: it lies outside the heap, where it costs the JIT no further looks.
     */
    private static final class Table {
        static final long START = UNSAFE.allocateMemory((long) ENTRIES * Integer.BYTES);
        /** Where in a header the hash begins. */
        static final int SHIFT = Vm.hashShift();

        static {
            for (int entry = 0; entry < ENTRIES; entry++) {
                put(entry, NOBODY);
            }
        }

        private Table() {}

        static int get(int entry) {
            return UNSAFE.getInt(START + (long) entry * Integer.BYTES);
        }

        static void put(int entry, int state) {
            UNSAFE.putInt(START + (long) entry * Integer.BYTES, state);
        }

        /** What is said about an array, by its header; what is locked or has no hash is nobody's. */
        static int state(Object array) {
            long mark = UNSAFE.getLong(array, 0L);
            return (mark & 7) == 1 ? get((int) (mark >>> SHIFT) & ENTRIES - 1) : NOBODY;
        }
    }

    /** The same for the parts of those that are divided. */
    private static int[][] parts;

    /** The threads that make arrays, by the number in the hashes of these. */
    private static int[] makers;

    /** Grows whenever something becomes shared for reading. */
    private static int epoch = Links.OPEN;

    /** What was shared for reading before all threads went beside that are there now. Each of these may read it. */
    private static int oldest;

    /** The same for the static fields of all classes: 0, or below 0 since when they are shared for reading. */
    private static int statics;

    private static int numbers;

    private Owners() {}

    /** From now on is kept what the JDK has. */
    public static void prepare() {
        parts = new int[ENTRIES][];
        makers = new int[LAST_MAKER];
        Table.get(0);
    }

    /** From now on threads have to ask. */
    public static void start() {
        sharing = true;
    }

    /** Nobody asks any more. */
    static void stop() {
        sharing = false;
    }

    /** Whether threads are to run beside each other once there are several. */
    static boolean isPrepared() {
        return parts != null;
    }

    static boolean isSharing() {
        return sharing;
    }

    /** Whether something is shared so long that all threads know of it that are beside others. */
    static boolean isKnownToAll(int since) {
        return since > 0 && since <= oldest;
    }

    /** Something is shared from now on. */
    static int newEpoch() {
        return ++epoch;
    }

    /** Since when something must be shared for reading, so that a thread that goes beside now may read it. */
    static int epoch() {
        return epoch;
    }

    /**
     * Whether it matters whose something is. While nobody runs beside, whoever runs has its turn, and all it touches comes before what
     * a thread does that goes beside later.
     */
    private static boolean isAsked() {
        return BesideHooks.besides() != 0 && sharing;
    }

    // ---- what instrumented code calls

    public static void readElement(Object array, int index) {
        if (BesideHooks.besides() != 0 && !isMine(array, false) && !isMinePart(array, index)) {
            use(array, index, false);
        }
    }

    private static boolean isMinePart(Object array, int index) {
        return Table.state(array) == DIVIDED && isReadable(partOwner(array, index));
    }

    /**
     * The same, and others are looked at again if it has to wait for this one, since they may be lost.
     *
     * @param other an array of which the first elements are read
     * @param place -1, or where that array is in the other one, which is read, too
     */
    public static void readElement(Object array, int index, Object other, int place, Object another, int anotherPlace) {
        if (BesideHooks.besides() != 0
                && !isMine(array, false)
                && !isMinePart(array, index)
                && use(array, index, false)) {
            settleBeginning(other, place);
            settleBeginning(another, anotherPlace);
        }
    }

    /** The last of the elements that are looked at together as an array's first. */
    public static final int BEGINNING = 7;

    /** Before the first elements of an array are read. */
    public static void readBeginning(Object array, Object other, int place, Object another, int anotherPlace) {
        if (BesideHooks.besides() != 0 && !isMine(array, false) && useRange(array, 0, BEGINNING, false)) {
            settleBeginning(other, place);
            settleBeginning(another, anotherPlace);
        }
    }

    private static void settleBeginning(Object array, int place) {
        if (place >= 0) {
            useRange(array, place, place, false);
        }
        Object read = place < 0 ? array : row((Object[]) array, place);
        if (read != null) {
            useRange(read, 0, BEGINNING, false);
        }
    }

    public static void writeElement(Object array, int index) {
        if (array != null) {
            int state = Table.state(array);
            if (state != (int) Vm.threadId(Thread.currentThread())) {
                writeElement(array, index, state);
            }
        }
    }

    private static void writeElement(Object array, int index, int state) {
        if (BesideHooks.besides() != 0
                && (state != DIVIDED || partOwner(array, index) != (int) Vm.threadId(Thread.currentThread()))) {
            use(array, index, true);
        }
    }

    /** Returns whether the thread may have had to wait for its turn. */
    @DontInline
    private static boolean use(Object array, int index, boolean writes) {
        EventSink lane = sharing ? Hooks.current() : null;
        if (lane == null || isOwn(lane, owner(array, index), writes)) {
            return false;
        }
        settle(lane, array, index, writes);
        return true;
    }

    /** An array has been made by the current thread. */
    public static void made(Object array) {
        EventSink lane = sharing ? Hooks.current() : null;
        if (lane != null && lane.muted == 0) {
            made(lane, array);
        }
    }

    private static void made(EventSink lane, Object array) {
        Vm.giveHash(array, hash(lane, lane.arrays++));
        if (array instanceof Object[] elements
                && array.getClass().getComponentType().isArray()) {
            for (Object element : elements) {
                if (element != null) {
                    made(lane, element);
                }
            }
        }
    }

    /**
     * Before a loop that uses arrays, and does nothing meanwhile at which others could get them.
     *
     * @param writes by bits, which it writes
     * @return whether the thread may have had to wait for its turn, and others may have got what it looked at before
     */
    public static boolean useAll(Object one, Object two, Object three, Object four, int writes) {
        return BesideHooks.besides() != 0
                && !(isMine(one, (writes & 1) != 0)
                        && isMine(two, (writes & 2) != 0)
                        && isMine(three, (writes & 4) != 0)
                        && isMine(four, (writes & 8) != 0))
                && useSlowly(one, two, three, four, writes);
    }

    /** Whether all of an array surely is the current thread's; that of a virtual one never is. */
    private static boolean isMine(Object array, boolean toWrite) {
        if (array == null) {
            return true;
        }
        int state = Table.state(array);
        return toWrite ? state == (int) Vm.threadId(Thread.currentThread()) : isReadable(state);
    }

    /**
     * Whether what a state says surely lets the current thread read. What all may read since it was shared is from -oldest to -1; that number
     * is read once, since it may grow meanwhile, by more than another thread's.
     */
    private static boolean isReadable(int state) {
        int since = oldest;
        return Integer.compareUnsigned(state + since, since) < 0 || state == (int) Vm.threadId(Thread.currentThread());
    }

    @DontInline
    private static boolean useSlowly(Object one, Object two, Object three, Object four, int writes) {
        EventSink lane = sharing ? Hooks.current() : null;
        boolean own = lane == null
                || isOwn(lane, one, (writes & 1) != 0)
                        && isOwn(lane, two, (writes & 2) != 0)
                        && isOwn(lane, three, (writes & 4) != 0)
                        && isOwn(lane, four, (writes & 8) != 0);
        if (!own) {
            takeAll(lane, one, two, three, four, writes);
        }
        return !own;
    }

    /**
     * Before a loop that counts and reads elements of an array at places that follow from that.
     *
     * @param first the least number to which it counts
     * @param last the greatest
     * @param rest is added to it
     * @param least is added to that, at least
     * @param most is added at most
     * @return whether the thread may have had to wait for its turn
     */
    public static boolean readRange(Object array, int first, int last, int rest, int least, int most) {
        return BesideHooks.besides() != 0
                && !isMine(array, false)
                && useRange(array, (long) first + rest + least, (long) last + rest + most, false);
    }

    /** The same if it writes, too. */
    public static boolean writeRange(Object array, int first, int last, int rest, int least, int most) {
        return BesideHooks.besides() != 0
                && !isMine(array, true)
                && useRange(array, (long) first + rest + least, (long) last + rest + most, true);
    }

    /** Returns whether the thread may have had to wait for its turn. */
    @DontInline
    private static boolean useRange(Object array, long first, long last, boolean writes) {
        EventSink lane = sharing ? Hooks.current() : null;
        // What the loop adds up may overflow.
        boolean whole = first < Integer.MIN_VALUE || last > Integer.MAX_VALUE;
        int from = whole ? 0 : (int) Math.max(first, 0);
        int to = whole ? length(array) - 1 : (int) Math.min(last, length(array) - 1);
        if (lane == null || lane.muted != 0 || from > to || isOwn(lane, array, from, to, writes)) {
            return false;
        }
        settleRange(lane, array, from, to, writes);
        return true;
    }

    private static boolean isOwn(EventSink lane, Object array, int from, int to, boolean writes) {
        int state = Table.state(array);
        if (state != DIVIDED) {
            return isOwn(lane, state, writes);
        }
        for (int part = part(array, from); part <= part(array, to); part++) {
            if (!isOwn(lane, partOwner(array, part << partShift(array)), writes)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOwn(EventSink lane, Object array, boolean writes) {
        if (array == null) {
            return true;
        }
        return isOwn(lane, owner(array), writes);
    }

    private static boolean isOwn(EventSink lane, int owner, boolean writes) {
        return owner == lane.word || !writes && owner < 0 && -owner <= lane.readable;
    }

    private static void takeAll(EventSink lane, Object one, Object two, Object three, Object four, int writes) {
        settleAll(lane, one, (writes & 1) != 0);
        settleAll(lane, two, (writes & 2) != 0);
        settleAll(lane, three, (writes & 4) != 0);
        settleAll(lane, four, (writes & 8) != 0);
    }

    /** An element of an array, if there is such an element. */
    public static Object row(Object[] rows, int index) {
        return rows != null && index >= 0 && index < rows.length ? rows[index] : null;
    }

    /** A method gets this, which may be an array, and reads or writes it, but does not keep it; the current thread has its turn. */
    public static void used(Object object) {
        EventSink lane = isAsked() && isArray(object) ? Hooks.current() : null;
        if (lane != null) {
            settleAll(lane, object, true);
        }
    }

    /** The same, unless it is a method of the program, which looks itself: then it is at a place that has been linked. */
    public static int lentUnless(Object object, int place) {
        return place <= 0 ? lent(object) : 0;
    }

    /**
     * The same if the method may call code of the program, and go on with the array when others have run: whoever touches it until it
     * has returned needs the turn.
     *
     * @return whether this is so from now on, to be told to {@link #returned}
     */
    public static int lent(Object object) {
        EventSink lane = sharing && isArray(object) ? Hooks.current() : null;
        if (lane == null || lane.muted != 0) {
            return 0;
        }
        settleAll(lane, object, true);
        if (Table.state(object) != lane.word) {
            // It was the first touch, and others that it meets in the table are another thread's.
            settleAll(lane, object, true);
        }
        int state = Table.state(object);
        if (state == lane.word) {
            Table.put(entry(hash(object)), state | LENT);
            return 1;
        }
        if (isLent(state) && state != (lane.word | LENT)) {
            // Who returns first must not end it for the other one.
            Table.put(entry(hash(object)), NOBODY);
        }
        return 0;
    }

    private static boolean isLent(int state) {
        return isAnyones(state) && state != NOBODY;
    }

    /** The method has returned. */
    public static void returned(Object object, int lent) {
        if (lent != 0) {
            BesideHooks.needTurn();
            int state = Table.state(object);
            if (isLent(state)) {
                Table.put(entry(hash(object)), state - LENT);
            }
        }
    }

    /** A method of the JDK gets or returns this, which may be an array, and may keep it; the current thread has its turn. */
    public static void kept(Object object) {
        EventSink lane = isArray(object) ? Hooks.current() : null;
        if (lane != null && lane.muted == 0) {
            used(object);
            Vm.giveHash(object, hash(LAST_MAKER, numbers));
            int hash = hash(object);
            // Without a hash, whoever touches it needs the turn as long as this is so.
            if (hash != 0) {
                numbers++;
                Table.put(entry(hash), NOBODY);
            }
        }
    }

    /** The same of a field, unless it is one of the program: then it is at a place that has been linked. */
    public static void keptUnless(Object object, int place) {
        if (place <= 0) {
            kept(object);
        }
    }

    // ---- objects of the program, each of which has a word: the thread to which it belongs, or below 0 since when it
    // is shared for
    // reading; 0 for those that were made when there was one thread only, or by the JDK, which all may read

    /** The word of an object that the current thread makes. */
    public static int maker() {
        return sharing ? ownWord() : 0;
    }

    private static int ownWord() {
        Thread thread = Thread.currentThread();
        if (!Vm.isVirtual(thread)) {
            return (int) Vm.threadId(thread);
        }
        EventSink lane = Hooks.current();
        return lane == null ? 0 : lane.word;
    }

    /** Whether an object with this word is not the current thread's to read. */
    public static boolean isForeign(int word) {
        return word != (int) Vm.threadId(Thread.currentThread())
                && (word > 0 || -word > oldest)
                && BesideHooks.besides() != 0
                && isForeign(word, false);
    }

    /** Whether an object with this word is not the current thread's to write. */
    public static boolean isForeignToWrite(int word) {
        return word != (int) Vm.threadId(Thread.currentThread()) && BesideHooks.besides() != 0 && isForeign(word, true);
    }

    @DontInline
    private static boolean isForeign(int word, boolean writes) {
        EventSink lane = sharing ? Hooks.current() : null;
        if (lane == null || lane.muted != 0 || word == lane.word) {
            return false;
        }
        return writes || word > 0 || -word > lane.readable;
    }

    /** What the word becomes when the current thread, which has its turn, reads the object. */
    public static int read(int word) {
        EventSink lane = Hooks.current();
        if (word <= 0 || word == lane.word) {
            return word;
        }
        recall(lane, word);
        return - ++epoch;
    }

    /** The same when it writes. */
    public static int written(int word) {
        EventSink lane = Hooks.current();
        if (word <= 0) {
            recallAll(lane);
        } else {
            recall(lane, word);
        }
        return lane.word;
    }

    /** Threads have gone beside others, or come back. */
    static void wentBeside() {
        int least = Integer.MAX_VALUE;
        for (EventSink other : Hooks.all()) {
            if (other != null && other.beside) {
                least = Math.min(least, other.readable);
            }
        }
        oldest = least == Integer.MAX_VALUE ? 0 : least;
    }

    /** The current thread, which has its turn, may change whatever it likes by other ways than fields and elements. */
    public static void reachesAll() {
        if (isAsked()) {
            EventSink lane = Hooks.current();
            if (lane != null && lane.muted == 0) {
                recallAll(lane);
            }
        }
    }

    /**
     * Code of the JDK is about to use a field by a handle, or the fields of an object that it reads or writes as bytes. What of the
     * program ran meanwhile may have gone beside others.
     *
     * @param constant whether it is a final field that is read
     */
    public static void reachesField(Class<?> declarer, boolean constant) {
        if (isAsked() && !constant && declarer.getClassLoader() != null) {
            reachesFields();
        }
    }

    /** The same for a field of which it is not known whose it is. */
    public static void reachesFields() {
        BesideHooks.needTurn();
        reachesAll();
        writeStatics();
    }

    /** A field of an object is about to be written of which it was found out that no other thread has reached the object before. */
    public static void settles(int word, String field) {
        if (word != 0 && word != ownWord()) {
            Links.broken(field + " is written when another thread knows the object");
        }
    }

    /** An object is about to be used through a class that need not be loaded if it is null. */
    public static void present(Object object) {
        if (object == null) {
            BesideHooks.needTurn();
        }
    }

    private static boolean isArray(Object object) {
        return object != null && object.getClass().isArray();
    }

    public static void readStatics() {
        if (isAsked()) {
            EventSink lane = Hooks.current();
            if (lane != null && (statics == 0 || -statics > lane.readable)) {
                shareStatics(lane);
            }
        }
    }

    /** The current thread, which has its turn, is about to write a static field, or may be. */
    public static void writeStatics() {
        if (isAsked() && statics != 0) {
            EventSink lane = Hooks.current();
            if (lane != null && lane.muted == 0) {
                recallAll(lane);
                statics = 0;
            }
        }
    }

    // ---- with the turn

    @DontInline
    private static void shareStatics(EventSink lane) {
        if (lane.muted != 0) {
            return;
        }
        BesideHooks.needTurn();
        if (statics == 0) {
            statics = - ++epoch;
        }
    }

    @DontInline
    private static void settle(EventSink lane, Object array, int index, boolean writes) {
        if (lane.muted == 0) {
            BesideHooks.needTurn();
            if (hash(array) == 0) {
                first(lane, array);
            } else {
                settlePart(lane, array, index, writes);
            }
        }
    }

    private static void settleAll(EventSink lane, Object array, boolean writes) {
        if (array == null || lane.muted != 0) {
            return;
        }
        BesideHooks.needTurn();
        int hash = hash(array);
        if (hash == 0) {
            first(lane, array);
        } else if (Table.get(entry(hash)) == DIVIDED) {
            recallAll(lane);
            Table.put(entry(hash), taken(lane, writes));
        } else {
            settle(lane, hash, owner(array), writes);
        }
    }

    private static void settlePart(EventSink lane, Object array, int index, boolean writes) {
        int hash = hash(array);
        int entry = entry(hash);
        int owner = owner(array, index);
        if (Table.get(entry) == DIVIDED) {
            if (wants(lane, owner, writes)) {
                parts[entry][part(array, index)] = taken(lane, writes);
            }
        } else if (writes && owner > 0 && !isAnyones(owner) && owner != lane.word && length(array) > 1) {
            recall(lane, owner);
            divide(entry, owner);
            parts[entry][part(array, index)] = lane.word;
        } else {
            settle(lane, hash, owner, writes);
        }
    }

    private static void settleRange(EventSink lane, Object array, int from, int to, boolean writes) {
        if (part(array, from) == 0 && part(array, to) == part(array, length(array) - 1)) {
            settleAll(lane, array, writes);
            return;
        }
        for (int part = part(array, from); part <= part(array, to); part++) {
            settle(lane, array, part << partShift(array), writes);
        }
    }

    /** Who writes a part of what belongs to another one leaves the rest to it. */
    private static void divide(int entry, int owner) {
        int[] divided = new int[1 << PART_BITS];
        Arrays.fill(divided, owner);
        parts[entry] = divided;
        UNSAFE.storeFence();
        Table.put(entry, DIVIDED);
    }

    private static void settle(EventSink lane, int hash, int owner, boolean writes) {
        if (wants(lane, owner, writes)) {
            Table.put(entry(hash), taken(lane, writes));
        }
    }

    /** Whether a thread that has its turn needs what is not its own; whoever has it is back then. */
    private static boolean wants(EventSink lane, int owner, boolean writes) {
        if (owner == lane.word || isAnyones(owner) || owner < 0 && !writes) {
            return false;
        }
        if (owner < 0) {
            recallAll(lane);
        } else {
            recall(lane, owner);
        }
        return true;
    }

    /** Whether everybody may have it who has the turn. */
    private static boolean isAnyones(int owner) {
        return owner > LENT;
    }

    private static int taken(EventSink lane, boolean writes) {
        return writes ? lane.word : - ++epoch;
    }

    /** Nobody has touched the array yet, or its header tells nothing since somebody is inside its monitor. */
    private static void first(EventSink lane, Object array) {
        Vm.giveHash(array, hash(lane, numbers++));
        if (hash(array) == 0) {
            recallAll(lane);
        }
    }

    private static void recallAll(EventSink lane) {
        for (EventSink other : Hooks.all()) {
            if (other != null) {
                recall(lane, other);
            }
        }
    }

    private static void recall(EventSink lane, int owner) {
        for (EventSink other : Hooks.all()) {
            if (other != null && other.word == owner) {
                recall(lane, other);
            }
        }
    }

    /** Has a thread that runs beside come back, and waits until it has. */
    private static void recall(EventSink lane, EventSink other) {
        if (other == lane || !other.beside) {
            return;
        }
        lane.recalls(other);
        lane.mute();
        try {
            for (int looks = 0; !other.arrived && sharing; looks++) {
                if (looks < SPINS) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
        } finally {
            lane.unmute();
        }
    }

    // ---- where it stands

    /** To whom a part of an array belongs, or, below 0, since when it is shared for reading. */
    private static int owner(Object array, int index) {
        int state = Table.state(array);
        return state == DIVIDED ? partOwner(array, index) : state;
    }

    private static int partOwner(Object array, int index) {
        int hash = hash(array);
        int[] divided = hash == 0 ? null : parts[entry(hash)];
        return divided == null ? NOBODY : divided[part(array, index)];
    }

    /** To whom all of an array belongs, or since when it is shared; nobody if it is divided. */
    private static int owner(Object array) {
        int state = Table.state(array);
        return state == DIVIDED ? NOBODY : state;
    }

    private static int hash(Object array) {
        return Vm.plainHash(UNSAFE.getLong(array, 0L));
    }

    private static int hash(EventSink lane, int number) {
        becomeMaker(lane);
        return hash(lane.maker, number);
    }

    /** The thread, which has its turn, gets a number for the arrays that it makes, if it has none yet. */
    static void becomeMaker(EventSink lane) {
        if (lane.maker == 0 && sharing) {
            int maker = lane.owner % LAST_MAKER;
            boolean free = maker > 0 && !lives(makers[maker]);
            lane.maker = free ? maker : LAST_MAKER;
            if (free) {
                inherit(maker, makers[maker] == 0 ? NOBODY : makers[maker], lane.word);
                makers[maker] = lane.word;
            }
        }
    }

    private static boolean lives(int word) {
        for (EventSink other : Hooks.all()) {
            if (other != null && other.word == word && !other.finished) {
                return true;
            }
        }
        return false;
    }

    /** What belonged to a thread that has ended, and whose number another one gets, belongs to that one. */
    private static void inherit(int maker, int from, int to) {
        for (int entry = maker * SLOTS; entry < (maker + 1) * SLOTS; entry++) {
            if (Table.get(entry) == from) {
                Table.put(entry, to);
            }
        }
    }

    private static int hash(int maker, int number) {
        int other = (number >>> SLOT_BITS) * STEP >>> Integer.SIZE - OTHER_BITS;
        return (other * (LAST_MAKER + 1) + maker) * SLOTS | number & SLOTS - 1;
    }

    /** Where in the table it stands to whom an array belongs. */
    private static int entry(int hash) {
        return hash & ENTRIES - 1;
    }

    private static int part(Object array, int index) {
        return index >>> partShift(array) & (1 << PART_BITS) - 1;
    }

    private static int length(Object array) {
        return Array.getLength(array);
    }

    private static int partShift(Object array) {
        return Math.max(Integer.SIZE - Integer.numberOfLeadingZeros(length(array)) - PART_BITS, 0);
    }
}
