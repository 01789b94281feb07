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

    /** A class is about to be defined, with its hooks. */
    public static void tell(ClassLoader loader, String name, byte[] content) {
        new TypeFacts(content).tell(loader, name);
    }

    private void tell(ClassLoader loader, String name) {
        boolean isInterface = (file.shortAt(pool.end()) & INTERFACE) != 0;
        if (!isInterface && file.shortAt(VERSION) < FIRST_VERSION) {
            return;
        }
        boolean hasInterfaces = file.shortAt(pool.end() + 6) != 0;
        boolean extendsOther =
                pool.superclass() != 0 && !pool.text(pool.superclass()).equals("java/lang/Object");
        Links.add(loader, name.replace('/', '.'), members(), !isInterface && hasInterfaces && extendsOther);
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
