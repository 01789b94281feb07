package dev.hindsight.trace;

import java.util.List;

/**
 * One native method whose outcome is recorded, and what an event of it carries.
 *
 * @param id position in the table, from 1; the number that stands in the log
 * @param owner declaring class, with dots
 * @param aliases other classes that call sites name instead, above or below the owner
 * @param result simple name of the return type
 * @param parameters simple names of the parameter types
 * @param treatment how its calls are treated
 * @param in what the program hands over, compared at replay
 * @param out what the program gets back, put back at replay
 */
public record NativeRow(
        int id,
        String owner,
        List<String> aliases,
        String name,
        String result,
        List<String> parameters,
        Treatment treatment,
        List<Item> in,
        List<Item> out) {

    /** How the calls of a native are treated. */
    public enum Treatment {
        /** A call is wrapped where it stands. */
        IN_PLACE,
        /** Callers are sent to a method of {@code Hooks} with the same name. */
        BY_CALL,
        /** This version cannot replay it: recording says so, replay stops there. */
        UNSUPPORTED,
        /** It runs for real at replay, too, and recording says so. */
        UNRECORDED
    }

    /** What one piece of an event is; the comment of natives.txt explains each. */
    public enum Kind {
        FD,
        IFD,
        NUMBER,
        TEXT,
        FILE,
        PATH,
        POINTER,
        DATA,
        MEMORY,
        VECTOR,
        ADDRESS,
        ARRAY,
        RESULT,
        CLOCK,
        DESCRIPTOR,
        HANDLE,
        MAPPING,
        BYTES,
        BUFFER,
        FIELDS,
        LONGS,
        INTS,
        DOUBLES,
        ENDPOINT,
        NAME,
        SENDER,
        EVENTS,
        POLLED,
        DESCRIPTORS,
        PIPE,
        LIBRARY,
        COMMAND,
        WRITES,
        RESIZES,
        UNPRINTED,
        WAITS,
        BLOCKS,
        READS,
        SWITCHES;

        /** Whether a piece of this kind stands in the table only, and not in the log. */
        public boolean isSilent() {
            return switch (this) {
                case POINTER, LIBRARY, COMMAND, WRITES, RESIZES, UNPRINTED, WAITS, BLOCKS, READS, SWITCHES -> true;
                default -> false;
            };
        }
    }

    /**
     * One piece of an event.
     *
     * @param arguments argument positions, {@code this}, or {@code this.fd}
     */
    public record Item(Kind kind, List<String> arguments) {
        public int argument(int index) {
            return Integer.parseInt(arguments.get(index));
        }
    }

    public String signature() {
        return name + "(" + String.join(",", parameters) + ")";
    }

    /** How users see it: {@code FileInputStream.readBytes}. */
    public String shortName() {
        return owner.substring(owner.lastIndexOf('.') + 1) + "." + name;
    }

    /** Whether the returned value is recorded as it is. */
    public boolean hasResult() {
        return yields(Kind.RESULT);
    }

    /** Whether all that the native does is to wait. */
    public boolean waits() {
        return yields(Kind.WAITS);
    }

    /**
     * How long the native waits, in nanoseconds; -1 if that is not known.
     *
     * @param number what it was given
     */
    public long waitNanos(long number) {
        return nanos(Kind.WAITS, number);
    }

    /**
     * After how many nanoseconds the native stops waiting for the outside, with the result 0; -1 if that is not known.
     *
     * @param number the last that it was given
     */
    public long timeOutNanos(long number) {
        return number > 0 ? nanos(Kind.BLOCKS, number) : -1;
    }

    private long nanos(Kind kind, long number) {
        for (Item item : out) {
            if (item.kind() == kind && !item.arguments().isEmpty()) {
                long nanos = number;
                for (int i = 0; i < item.argument(0); i++) {
                    nanos *= 10;
                }
                return nanos;
            }
        }
        return -1;
    }

    /** Whether a piece of this kind comes out, or stands in the table behind those that do. */
    public boolean yields(Kind kind) {
        for (Item item : out) {
            if (item.kind() == kind) {
                return true;
            }
        }
        return false;
    }

    /** Whether the native writes a byte that it gets as a number, behind a descriptor. */
    public boolean writesByte() {
        if (in.size() != 2 || in.get(0).kind() != Kind.FD || in.get(1).kind() != Kind.NUMBER) {
            return false;
        }
        return yields(Kind.WRITES);
    }
}
