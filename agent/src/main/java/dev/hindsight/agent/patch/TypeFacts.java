package dev.hindsight.agent.patch;

import dev.hindsight.runtime.Links;

/** What other classes of the program have to know of one to reach it without a turn. */
public final class TypeFacts {
    private static final int STATIC = 0x8;
    private static final int VOLATILE = 0x40;
    private static final int NATIVE = 0x100;
    private static final int INTERFACE = 0x200;

    /** Where the version of a class file stands. */
    private static final int VERSION = 6;

    /** The first version of class files that can name a class as a constant: older classes get nothing that others could ask. */
    public static final int FIRST_VERSION = 49;

    private final ConstantPool pool;
    private final ClassFile file;

    private TypeFacts(byte[] content) {
        this.pool = new ConstantPool(content);
        this.file = new ClassFile(content, pool);
    }

    /**
     * A class is about to be defined, with its hooks.
     *
     * @param facts what was known of it ahead; null for nothing
     */
    public static void tell(ClassLoader loader, String name, byte[] content, Facts facts) {
        new TypeFacts(content).tell(loader, name, facts);
    }

    private void tell(ClassLoader loader, String name, Facts facts) {
        boolean isInterface = (file.shortAt(pool.end()) & INTERFACE) != 0;
        if (!isInterface && file.shortAt(VERSION) < FIRST_VERSION) {
            return;
        }
        boolean hasInterfaces = file.shortAt(pool.end() + 6) != 0;
        String parent = pool.superclass() == 0 ? null : pool.text(pool.superclass());
        boolean concerns = concernsOthers(isInterface, hasInterfaces, parent);
        Links.add(loader, name.replace('/', '.'), members(), open(name, facts), concerns);
    }

    /** The methods that others count on the JDK not to call; 0 in place of those that it may call. */
    private long[] open(String name, Facts facts) {
        int[] methods = facts == null ? new int[0] : file.eachMethod();
        long[] open = new long[methods.length];
        for (int i = 0; i < methods.length; i++) {
            String method = pool.text(file.shortAt(methods[i] + 2));
            String descriptor = pool.text(file.shortAt(methods[i] + 4));
            boolean ends = facts.has(Facts.ENDS, name, method, descriptor);
            open[i] = ends ? Links.member(Links.METHOD, method, descriptor) : 0;
        }
        return open;
    }

    /** Whether a class may have the JDK call what others above it declare. */
    public static boolean concernsOthers(boolean isInterface, boolean hasInterfaces, String parent) {
        return !isInterface && hasInterfaces && parent != null && !parent.equals("java/lang/Object");
    }

    private long[] members() {
        int[] methods = file.eachMethod();
        int[] fields = file.eachField();
        long[] members = new long[methods.length + fields.length];
        for (int i = 0; i < methods.length; i++) {
            members[i] = member(methods[i], Links.METHOD, Links.STATIC_METHOD, NATIVE);
        }
        for (int i = 0; i < fields.length; i++) {
            members[methods.length + i] = member(fields[i], Links.FIELD, Links.STATIC_FIELD, VOLATILE);
        }
        return members;
    }

    /** What names a member; 0 for one that needs the turn. */
    private long member(int at, char kind, char ofClass, int excluded) {
        int access = file.shortAt(at);
        if ((access & excluded) != 0) {
            return 0;
        }
        String name = pool.text(file.shortAt(at + 2));
        return Links.member((access & STATIC) != 0 ? ofClass : kind, name, pool.text(file.shortAt(at + 4)));
    }
}
