package dev.hindsight.bench.baseline;

import org.objectweb.asm.Type;

/**
 * What an access is to: a field, or the elements of arrays of one type.
 *
 * @param owner the class with which instructions name a field; of an array, its descriptor
 * @param name of a field; null for an array
 * @param type of the value
 * @param slot of a field, which tells it from all others of the program; of an array, that of its type
 */
record Place(Kind kind, String owner, String name, Type type, int slot) {
    /** How it is reached. */
    enum Kind {
        STATIC,
        FIELD,
        ARRAY
    }

    static final String WORD = "h$last$";
    static final String ID = "h$id";

    /** The field beside it that holds its last write. */
    String word() {
        return WORD + name;
    }

    boolean isArray() {
        return kind == Kind.ARRAY;
    }

    /** What an instruction finds on the stack below the value. */
    Type[] container() {
        return switch (kind) {
            case STATIC -> new Type[0];
            case FIELD -> new Type[] {Type.getObjectType(owner)};
            case ARRAY -> new Type[] {Type.getType(owner), Type.INT_TYPE};
        };
    }
}
