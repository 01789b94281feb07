package dev.hindsight.runtime;

import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.internal.vm.annotation.DontInline;

/**
 * What code of the program may reach outside its own class without the turn: methods, fields and types of other classes of the
 * program, as long as nothing of the JDK can be behind them and no class has to be loaded or initialised on the way.
 *
 * <p>That is not known when a class is rewritten, since others are loaded later. So each class has a static field with a number for
 * each such place, and it is found out when a thread comes there first: that thread has its turn, so a replay finds the same. The
 * number is then the {@link Owners#epoch}, and only threads that went beside others after that, which know of it, may pass
 * without their turn. Where the answer is no, it stays so.
 *
 * <p>A later class can make a yes wrong: one that inherits a method of the JDK for an interface of the program, or has the
 * JDK call a method that its superclass declared for itself. Then no thread goes beside another any more.
 */
public final class Links {
    /** The kinds of places, by their first letters: what is made, a type that is named, methods, fields, and the end of a method. */
    public static final char NEW = 'N';

    public static final char TYPE = 'T';
    /** Methods and fields of a class; in a class's facts, those that are not static. */
    public static final char METHOD = 'V';

    public static final char STATIC_METHOD = 'S';
    public static final char OF_INTERFACE = 'I';
    public static final char FIELD = 'F';
    public static final char STATIC_FIELD = 'G';
    public static final char END = 'C';
    public static final char CALL_SITE = 'D';

    /** With a number, the field of a class that says what was found out about one of its places. */
    public static final String PLACE = NativeCall.PREFIX + "place";

    /** What all threads know that can run without their turn, now and later. */
    static final int OPEN = 1;

    private static final int CLOSED = -1;
    /** Makes a capital letter a small one. */
    private static final int PROMISED = 0x20;
    /** A call site that is linked by the code that comes next. */
    private static final int REACHED = -2;
    /** So large that names, unlike with 31, do not meet that a program may well have, as Aa and BB. */
    private static final long FACTOR = 0x9FB21C651E98DF25L;

    /** Types of the JDK, by the beginnings of their names; some that begin like this are the program's, and treated alike. */
    private static final String[] OF_JDK = {
        "java/", "javax/", "jdk/", "sun/", "com/sun/", "org/xml/sax/", "org/w3c/dom/", "org/ietf/jgss/"
    };

    /** What is known about a class of the program. */
    private static final class Facts {
        final WeakReference<ClassLoader> loader;
        final Facts next;
        /** In ascending order. */
        final long[] members;

        /** Methods that the JDK may call or may stand behind because of a class that extends this one, or implements it. */
        final Set<Long> taken = new HashSet<>();
        /** Methods that were found not to be. */
        final Set<Long> open = new HashSet<>();

        Facts(ClassLoader loader, long[] members, Facts next) {
            this.loader = new WeakReference<>(loader);
            this.members = members;
            this.next = next;
        }

        boolean declares(long member) {
            return Arrays.binarySearch(members, member) >= 0;
        }
    }

    private record Pending(WeakReference<ClassLoader> loader, String name) {}

    /** By the name of the class. */
    private static final Map<String, Facts> TYPES = new HashMap<>();

    /** Classes that may concern their supertypes, which are not loaded yet when these are. */
    private static final List<Pending> PENDING = new ArrayList<>();

    /** By class of the JDK, the methods that it declares. */
    private static final Map<Class<?>, Set<Long>> JDK = new HashMap<>();

    private Links() {}

    /** Apart, since only a JVM that is instrumented can have it. */
    private static final class Loaded {
        private static final Method FIND = find();

        private static Method find() {
            try {
                Method method = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
                method.setAccessible(true);
                return method;
            } catch (NoSuchMethodException e) {
                throw new InternalError(e);
            }
        }

        /** The class of this name that a loader has loaded or got from another one; null if there is none. */
        static Class<?> find(ClassLoader loader, String name) {
            try {
                return (Class<?>) FIND.invoke(loader, name);
            } catch (ReflectiveOperationException e) {
                throw new InternalError(e);
            }
        }
    }

    /** Whether a class is the JDK's, by its internal name; of some that are not it says yes, too. */
    public static boolean isOfJdk(String name) {
        for (String prefix : OF_JDK) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Names a member of a class. */
    public static long member(char kind, String name, String descriptor) {
        return number(number(kind, name), descriptor);
    }

    /** A number for what another one stands for and a text behind that. */
    public static long number(long before, String text) {
        long sum = before;
        for (int i = 0; i < text.length(); i++) {
            sum = sum * FACTOR + text.charAt(i);
        }
        return mix(sum + text.length());
    }

    /** Has each bit decide about many. */
    public static long mix(long value) {
        long mixed = value * FACTOR;
        return mixed ^ mixed >>> 29;
    }

    /**
     * A class of the program is about to be defined, with its hooks.
     *
     * @param name with dots
     * @param members of which each may be reached from outside: no natives, nothing volatile
     * @param open methods that the JDK must not call, since code of others does not ask; and any number of 0
     * @param concernsOthers whether it may have the JDK call what its superclass declares, or inherit for an interface
     */
    public static void add(ClassLoader loader, String name, long[] members, long[] open, boolean concernsOthers) {
        Arrays.sort(members);
        synchronized (TYPES) {
            Facts facts = new Facts(loader, members, TYPES.get(name));
            for (long method : open) {
                if (method != 0) {
                    facts.open.add(method);
                }
            }
            TYPES.put(name, facts);
            if (concernsOthers) {
                PENDING.add(new Pending(new WeakReference<>(loader), name));
            }
        }
    }

    private static Facts facts(Class<?> type) {
        Facts facts = TYPES.get(type.getName());
        while (facts != null && facts.loader.get() != type.getClassLoader()) {
            facts = facts.next;
        }
        return facts;
    }

    /** The kind of a place at which it was found out ahead that the turn is not needed, and has to be seen. */
    public static char promised(char kind) {
        return (char) (kind | PROMISED);
    }

    /** What was found out ahead is not so: nobody knows what else is not. */
    static void broken(String what) {
        Supervisor chosen = Hooks.supervisor;
        if (chosen != null) {
            chosen.turnLost("the analysis of the program was wrong: " + what);
        }
    }

    // ---- what instrumented code calls

    /**
     * Has the thread wait for its turn before a place, unless it may pass without, and finds out about the place if need be. Apart, since it
     * is rare and there are many places.
     *
     * @param place what is known about it
     * @param at its number
     * @param texts what is there at all places of the class: a letter, the owner, the name and the descriptor each
     */
    @DontInline
    public static void ask(int place, int at, Class<?> self, String texts) {
        if (!isOpen(place, at, self)) {
            BesideHooks.needTurn();
            link(at, self, texts);
        }
    }

    private static boolean isOpen(int place, int at, Class<?> self) {
        if (place <= 0) {
            return !Owners.isSharing() || place == CLOSED && (BesideHooks.besides() == 0 || isOpenBeside(place));
        }
        if (BesideHooks.besides() == 0 || Owners.isKnownToAll(place)) {
            open(at, self);
            return true;
        }
        return isOpenBeside(place);
    }

    /** All threads that are beside others know a place, and those that go there later will: nobody has to ask any more. */
    @DontInline
    private static void open(int at, Class<?> self) {
        EventSink lane = Owners.isSharing() ? Hooks.current() : null;
        if (lane != null && lane.muted == 0) {
            Vm.setInt(self, offset(lane, self, PLACE + at), OPEN);
        }
    }

    @DontInline
    private static boolean isOpenBeside(int place) {
        EventSink lane = Owners.isSharing() ? Hooks.current() : null;
        return lane == null || (place > 0 ? place <= lane.readable : !lane.beside);
    }

    /** Finds out about a place; the current thread has its turn. */
    private static void link(int at, Class<?> self, String texts) {
        EventSink lane = Hooks.current();
        if (lane == null || lane.muted != 0) {
            return;
        }
        String[] place = text(texts, at).split(" ");
        // Static fields are in the object that stands for the class.
        long offset = offset(lane, self, PLACE + at);
        int known = Vm.getInt(self, offset);
        int found = known == REACHED ? Owners.newEpoch() : known == 0 ? find(lane, self, place) : known;
        Vm.setInt(self, offset, found);
    }

    private static long offset(EventSink lane, Class<?> self, String field) {
        lane.mute();
        try {
            return Vm.offsetOf(self, field);
        } finally {
            lane.unmute();
        }
    }

    private static String text(String texts, int at) {
        int from = 0;
        for (int i = 0; i < at; i++) {
            from = texts.indexOf('\n', from) + 1;
        }
        int to = texts.indexOf('\n', from);
        return texts.substring(from, to < 0 ? texts.length() : to);
    }

    /** Loads the class, if it is not loaded yet, as the code that comes next would. */
    private static int find(EventSink lane, Class<?> self, String[] place) {
        char kind = (char) (place[0].charAt(0) & ~PROMISED);
        boolean promised = kind != place[0].charAt(0);
        if (kind == CALL_SITE) {
            return REACHED;
        }
        Class<?> owner;
        try {
            owner = kind == END ? self : Class.forName(place[1].replace('/', '.'), false, self.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            // The code that comes next says so.
            return 0;
        }
        int found = find(lane, kind, owner, place);
        if (promised && found <= 0 && !BesideHooks.staysTogether()) {
            broken("the JDK calls or declares " + place[1] + "." + place[2] + place[3]);
        }
        return found;
    }

    private static int find(EventSink lane, char kind, Class<?> owner, String[] place) {
        lane.mute();
        try {
            synchronized (TYPES) {
                lookAtPending();
                return find(kind, owner, place) ? Owners.newEpoch() : isLater(kind, owner, place) ? 0 : CLOSED;
            }
        } catch (LinkageError e) {
            // A method above names a class that is missing.
            return CLOSED;
        } finally {
            lane.unmute();
        }
    }

    private static boolean find(char kind, Class<?> owner, String[] place) {
        return switch (kind) {
            case TYPE -> true;
            case NEW -> facts(owner) != null && Vm.isInitialized(owner);
            case END -> endsInProgram(owner, member(METHOD, place[2], place[3]));
            case OF_INTERFACE -> isOfProgramOnly(owner, member(METHOD, place[2], place[3]));
            case METHOD -> declares(owner, member(METHOD, place[2], place[3]));
            case FIELD -> hasWord(owner) && haveFields(owner, place);
            default -> {
                Class<?> declarer = declarer(owner, member(kind, place[2], place[3]));
                yield declarer != null && Vm.isInitialized(declarer) && Vm.isInitialized(owner);
            }
        };
    }

    /** Whether fields of objects are the program's and not volatile: each of those of a place, by name and descriptor. */
    private static boolean haveFields(Class<?> owner, String[] place) {
        for (int i = 2; i + 1 < place.length; i += 2) {
            if (declarer(owner, member(FIELD, place[i], place[i + 1])) == null) {
                return false;
            }
        }
        return true;
    }

    /** Whether it is too early: a class is initialised by the code that comes next. */
    private static boolean isLater(char kind, Class<?> owner, String[] place) {
        if (kind == NEW) {
            return facts(owner) != null;
        }
        return (kind == STATIC_METHOD || kind == STATIC_FIELD)
                && declarer(owner, member(kind, place[2], place[3])) != null;
    }

    /** Whether all classes of the program from this one up have their hooks, so that the topmost has the field with the word. */
    private static boolean hasWord(Class<?> owner) {
        Class<?> type = owner;
        while (facts(type) != null && !isOfJdk(internalName(type.getSuperclass()))) {
            type = type.getSuperclass();
        }
        return facts(type) != null;
    }

    /** The class of the program, this one or one above it, that declares a member; null if it is the JDK's, or not known. */
    private static Class<?> declarer(Class<?> owner, long member) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            Facts facts = facts(type);
            if (facts == null) {
                return null;
            }
            if (facts.declares(member)) {
                return type;
            }
        }
        return null;
    }

    /** Whether whatever class a method is called on, through this one, the program declares it. */
    private static boolean declares(Class<?> owner, long method) {
        if (declarer(owner, method) != null) {
            return true;
        }
        Class<?> type = owner;
        for (; facts(type) != null; type = type.getSuperclass()) {
            if (type.getSuperclass() == null) {
                return false;
            }
        }
        for (; type != null; type = type.getSuperclass()) {
            if (type.getClassLoader() != null && !isOfJdk(internalName(type))
                    || declaredInJdk(type).contains(method)) {
                return false;
            }
        }
        for (Class<?> each : supertypes(owner)) {
            if (each.isInterface() && facts(each) == null && declaredInJdk(each).contains(method)) {
                return false;
            }
        }
        for (Class<?> each : supertypes(owner)) {
            Facts facts = facts(each);
            if (facts != null && facts.declares(method)) {
                return !each.isInterface() || isUntaken(facts, method);
            }
        }
        return false;
    }

    private static boolean isUntaken(Facts facts, long method) {
        if (facts.taken.contains(method)) {
            return false;
        }
        facts.open.add(method);
        return true;
    }

    /** Whether no class inherits a method of the JDK for this one of an interface. Annotations are implemented by the JDK. */
    private static boolean isOfProgramOnly(Class<?> owner, long method) {
        if (owner.isAnnotation()) {
            return false;
        }
        Facts found = null;
        for (Class<?> type : supertypes(owner)) {
            Facts facts = facts(type);
            if (facts == null ? declaredInJdk(type).contains(method) : facts.taken.contains(method)) {
                return false;
            }
            if (facts != null && facts.declares(method)) {
                found = facts;
                facts.open.add(method);
            }
        }
        return found != null && !declaredInJdk(Object.class).contains(method);
    }

    /** Whether the JDK does not call a method of a class: no type of the JDK above it declares one like it. */
    private static boolean endsInProgram(Class<?> owner, long method) {
        Facts facts = facts(owner);
        if (facts == null) {
            return false;
        }
        for (Class<?> type : supertypes(owner)) {
            if (facts(type) == null && declaredInJdk(type).contains(method)) {
                return false;
            }
        }
        return isUntaken(facts, method);
    }

    // ---- classes that concern those above them

    /** Whether it was found out too late that the JDK is where it was thought not to be. */
    public static boolean isOutdated() {
        synchronized (TYPES) {
            lookAtPending();
        }
        return BesideHooks.staysTogether();
    }

    private static void lookAtPending() {
        for (int i = PENDING.size() - 1; i >= 0; i--) {
            ClassLoader loader = PENDING.get(i).loader.get();
            Class<?> type = loader == null ? null : Loaded.find(loader, PENDING.get(i).name);
            if (type != null) {
                PENDING.remove(i);
                try {
                    lookAt(type);
                } catch (LinkageError e) {
                    BesideHooks.stayTogether();
                }
            }
        }
    }

    private static void lookAt(Class<?> type) {
        List<Class<?>> all = supertypes(type);
        for (Class<?> each : all) {
            Facts facts = facts(each);
            if (facts == null || each == type) {
                continue;
            }
            List<Class<?>> known = supertypes(each);
            for (Class<?> other : all) {
                // What the JDK declares and calls, and what it brings along for an interface.
                boolean concerns = each.isInterface() ? !other.isInterface() : !known.contains(other);
                if (concerns && facts(other) == null && other != Object.class) {
                    take(facts, declaredInJdk(other));
                }
            }
        }
    }

    private static void take(Facts facts, Set<Long> methods) {
        for (Long method : methods) {
            if (facts.declares(method) && facts.taken.add(method) && facts.open.contains(method)) {
                BesideHooks.stayTogether();
            }
        }
    }

    /** A type and all above it, but {@link Object} if it is an interface. */
    private static List<Class<?>> supertypes(Class<?> type) {
        List<Class<?>> all = new ArrayList<>();
        add(type, all);
        return all;
    }

    private static void add(Class<?> type, List<Class<?>> all) {
        if (type == null || all.contains(type)) {
            return;
        }
        all.add(type);
        add(type.getSuperclass(), all);
        for (Class<?> each : type.getInterfaces()) {
            add(each, all);
        }
    }

    /** The methods that a type declares of which nothing is known, as that of the JDK, and which others may override. */
    private static Set<Long> declaredInJdk(Class<?> type) {
        Set<Long> known = JDK.get(type);
        if (known == null) {
            known = new HashSet<>();
            for (Method method : type.getDeclaredMethods()) {
                if ((method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == 0) {
                    known.add(member(METHOD, method.getName(), descriptor(method)));
                }
            }
            JDK.put(type, known);
        }
        return known;
    }

    private static String descriptor(Method method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> type : method.getParameterTypes()) {
            text.append(type.descriptorString());
        }
        return text.append(')')
                .append(method.getReturnType().descriptorString())
                .toString();
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
