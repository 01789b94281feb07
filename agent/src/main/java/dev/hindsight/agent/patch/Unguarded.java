package dev.hindsight.agent.patch;

/**
 * Classes of the JDK's base that programs share between threads by mistake, and in which running threads can be made to wait where
 * that is looked for: formats, calendars and collections.
 *
 * <p>Formats and calendars do not run when a class is loaded or linked, so they run as often in a replay. Collections do: in
 * them only those threads are made to wait that the program itself had call one.
 */
public final class Unguarded {
    private static final String[] FORMATS = {
        "java/text/", "java/util/Calendar", "java/util/GregorianCalendar", "sun/util/calendar/"
    };

    /** All but those that lock something, and the one that looks for what the collector does. */
    private static final String[] COLLECTIONS = {
        "java/util/AbstractCollection",
        "java/util/AbstractList",
        "java/util/ArrayDeque",
        "java/util/ArrayList",
        "java/util/BitSet",
        "java/util/EnumMap",
        "java/util/HashMap",
        "java/util/HashSet",
        "java/util/IdentityHashMap",
        "java/util/LinkedHashMap",
        "java/util/LinkedHashSet",
        "java/util/LinkedList",
        "java/util/PriorityQueue",
        "java/util/TreeMap",
        "java/util/TreeSet"
    };

    private static final String UTIL = "java/util/";

    private Unguarded() {}

    /** @param name as class files have it */
    public static boolean isOne(String name) {
        for (String start : FORMATS) {
            if (name.startsWith(start)) {
                return true;
            }
        }
        return isCollection(name);
    }

    /** Whether it is one of the collections, or belongs to one as iterators do. */
    public static boolean isCollection(String name) {
        if (!name.startsWith(UTIL)) {
            return false;
        }
        int inner = name.indexOf('$');
        String outer = inner < 0 ? name : name.substring(0, inner);
        for (String collection : COLLECTIONS) {
            if (outer.equals(collection)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a collection may be called by a method of this type: it is one, or what such classes implement. */
    public static boolean mayBeCollection(String owner) {
        return owner.startsWith(UTIL) && owner.indexOf('/', UTIL.length()) < 0 || owner.equals("java/lang/Iterable");
    }
}
