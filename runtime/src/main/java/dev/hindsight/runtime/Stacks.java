package dev.hindsight.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * What a program sees of the stacks of other threads is an event: it depends on how far they are. Recorded stacks are without
 * our frames and what is above them, which is how a thread waits for its turn.
 */
final class Stacks {
    private static final long FORMAT = Vm.offsetOf(StackTraceElement.class, "format");
    private static final char SEPARATOR = '\u0001';
    private static final String NONE = "\u0002";
    private static final String OWN = "dev.hindsight.";
    /** How far below the top our frames can begin. */
    private static final int TOP = 3;

    private static final int PARTS = 8;

    private Stacks() {}

    /** @param found by the virtual machine; a stack is null if its thread has ended */
    static StackTraceElement[][] of(StackTraceElement[][] found) {
        EventSink sink = found == null ? null : Hooks.enter(Hooks.Rows.threadStacks);
        if (sink == null) {
            return found;
        }
        String[] lines;
        sink.mute();
        try {
            lines = write(found);
        } finally {
            sink.unmute();
        }
        sink.calls();
        sink.completes();
        lines = sink.texts(lines);
        sink.end();
        sink.mute();
        try {
            return read(lines);
        } finally {
            sink.unmute();
        }
    }

    private static String[] write(StackTraceElement[][] stacks) {
        List<String> lines = new ArrayList<>();
        for (StackTraceElement[] stack : stacks) {
            int top = stack == null ? 0 : top(stack);
            lines.add(stack == null ? NONE : Integer.toString(stack.length - top));
            for (int i = top; stack != null && i < stack.length; i++) {
                lines.add(write(stack[i]));
            }
        }
        return lines.toArray(new String[0]);
    }

    /** The first frame below ours; 0 if ours are not there. */
    private static int top(StackTraceElement[] stack) {
        int top = 0;
        for (int i = 0; i < stack.length && (i < TOP || top == i); i++) {
            if (stack[i].getClassName().startsWith(OWN)) {
                top = i + 1;
            }
        }
        return top;
    }

    private static String write(StackTraceElement frame) {
        StringBuilder line = new StringBuilder();
        String[] parts = {
            frame.getClassLoaderName(),
            frame.getModuleName(),
            frame.getModuleVersion(),
            frame.getClassName(),
            frame.getMethodName(),
            frame.getFileName(),
            Integer.toString(frame.getLineNumber()),
            Integer.toString(Vm.getByte(frame, FORMAT))
        };
        for (String part : parts) {
            line.append(part == null ? NONE : part).append(SEPARATOR);
        }
        return line.toString();
    }

    private static StackTraceElement[][] read(String[] lines) {
        List<StackTraceElement[]> stacks = new ArrayList<>();
        for (int i = 0; i < lines.length; ) {
            String size = lines[i++];
            StackTraceElement[] stack = size.equals(NONE) ? null : new StackTraceElement[Integer.parseInt(size)];
            for (int k = 0; stack != null && k < stack.length; k++) {
                stack[k] = read(lines[i++]);
            }
            stacks.add(stack);
        }
        return stacks.toArray(new StackTraceElement[0][]);
    }

    private static StackTraceElement read(String line) {
        String[] parts = new String[PARTS];
        int from = 0;
        for (int i = 0; i < PARTS; i++) {
            int to = line.indexOf(SEPARATOR, from);
            String part = line.substring(from, to);
            parts[i] = part.equals(NONE) ? null : part;
            from = to + 1;
        }
        StackTraceElement frame = new StackTraceElement(
                parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], Integer.parseInt(parts[6]));
        Vm.setByte(frame, FORMAT, Byte.parseByte(parts[7]));
        return frame;
    }
}
