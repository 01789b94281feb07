package dev.hindsight.app.steps;

/**
 * One thing that a thread did.
 *
 * @param number its place among all steps
 * @param events how many events of the recording had passed
 * @param location the field, element, lock or object that it used; empty if it is none of these
 * @param target the object that this belongs to; empty for static fields
 * @param value what was read, written, given or returned; empty if there is none
 */
public record Step(
        long number, int thread, long events, Kind kind, Site site, String location, String target, String value) {
    /** What can be done. */
    public enum Kind {
        READ("reads"),
        WRITE("writes"),
        /** Is about to enter a monitor, and may have to wait for it. */
        WANT("wants"),
        ENTER("enters"),
        EXIT("leaves"),
        CALL("calls"),
        RESULT("gets"),
        THROW("throws"),
        /** Code that another thread may have handed over begins. */
        BEGIN("begins"),
        START("starts"),
        /** The class whose initialiser this is can be used by all from now on. */
        INITIALISED("has initialised");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** As in: the thread … something. */
        public String word() {
            return word;
        }
    }

    /**
     * Where it is done.
     *
     * @param className with dots
     * @param source the name of the file; empty if it is not known
     * @param line 0 if it is not known
     * @param owner the class, with dots, whose field is used or whose method is called; empty for none
     * @param name that of the field or method
     * @param isOrdering whether it is a volatile field
     * @param isConstant whether it is a final field
     */
    public record Site(
            String className,
            String method,
            String source,
            int line,
            String owner,
            String name,
            boolean isOrdering,
            boolean isConstant) {
        /** As it stands in stack traces. */
        public String place() {
            if (className.isEmpty()) {
                return "";
            }
            if (source.isEmpty()) {
                return className + "." + method;
            }
            return line > 0 ? source + ":" + line : source;
        }
    }

    /** Whether it uses a variable, as opposed to a lock or a call. */
    public boolean isAccess() {
        return kind == Kind.READ || kind == Kind.WRITE;
    }

    boolean isInConstructor() {
        return site.method().equals("<init>") || site.method().equals("<clinit>");
    }

    /** Without packages. */
    public static String brief(String name) {
        int from = name.lastIndexOf('.', name.indexOf('#') < 0 ? name.length() : name.indexOf('#'));
        return name.substring(from + 1);
    }

    /** An object without the package of its class, also behind the name of a constant; all other values as they are. */
    public static String briefValue(String value) {
        boolean isText = value.startsWith("\"") || value.startsWith("'");
        if (isText || value.indexOf('#') < 0) {
            return value;
        }
        int from = value.indexOf(' ') + 1;
        return value.substring(0, from) + brief(value.substring(from));
    }
}
