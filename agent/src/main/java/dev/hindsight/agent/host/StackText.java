package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;

/**
 * A throwable as text, as {@link Throwable#printStackTrace} has it, but without running code of the program: its methods may
 * print, count or fail, and they are called once more by whoever prints the throwable for the program.
 */
public final class StackText {
    private static final long CAUSE = Vm.offsetOf(Throwable.class, "cause");
    private static final int MOST_CAUSES = 20;

    private StackText() {}

    public static String of(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        StackTraceElement[] enclosing = {};
        Throwable current = thrown;
        for (int i = 0; current != null && i < MOST_CAUSES; i++) {
            StackTraceElement[] stack = current.getStackTrace();
            text.append(i == 0 ? "" : "Caused by: ").append(title(current)).append('\n');
            int common = common(stack, enclosing);
            for (int k = 0; k < stack.length - common; k++) {
                text.append("\tat ").append(stack[k]).append('\n');
            }
            if (common > 0) {
                text.append("\t... ").append(common).append(" more\n");
            }
            enclosing = stack;
            Object cause = Vm.getReference(current, CAUSE);
            current = cause == current ? null : (Throwable) cause;
        }
        return text.toString();
    }

    private static String title(Throwable thrown) {
        if (thrown.getClass().getClassLoader() == null) {
            return thrown.toString();
        }
        String message = FieldState.message(thrown);
        return thrown.getClass().getName() + (message == null ? "" : ": " + message);
    }

    private static int common(StackTraceElement[] stack, StackTraceElement[] enclosing) {
        int count = 0;
        while (count < stack.length
                && count < enclosing.length
                && stack[stack.length - 1 - count].equals(enclosing[enclosing.length - 1 - count])) {
            count++;
        }
        return count;
    }
}
