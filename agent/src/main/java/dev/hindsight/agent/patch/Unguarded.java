package dev.hindsight.agent.patch;

/**
 * Classes of the JDK's base that programs share between threads by mistake, and in which running threads can be made to wait where
 * that is looked for: formats and calendars. None of them runs when a class is loaded or linked, so they run as often in a replay.
 */
public final class Unguarded {
    private static final String[] NAMES = {
        "java/text/", "java/util/Calendar", "java/util/GregorianCalendar", "sun/util/calendar/"
    };

    private Unguarded() {}

    /** @param name as class files have it */
    public static boolean isOne(String name) {
        for (String start : NAMES) {
            if (name.startsWith(start)) {
                return true;
            }
        }
        return false;
    }
}
