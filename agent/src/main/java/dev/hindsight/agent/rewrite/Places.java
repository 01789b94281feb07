package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ACC_TRANSIENT;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.F_SAME;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.ICONST_1;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.IFLE;
import static org.objectweb.asm.Opcodes.IFNONNULL;
import static org.objectweb.asm.Opcodes.IFNULL;
import static org.objectweb.asm.Opcodes.IF_ICMPEQ;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;

import dev.hindsight.agent.patch.TypeFacts;
import dev.hindsight.runtime.Links;
import dev.hindsight.runtime.NativeCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * What is added to a class of the program so that its threads can go on without their turn: a word in each object that says whose
 * it is, the places at which the class reaches others, and the methods that look at both.
 *
 * <p>These methods are the class's own: it may name whatever it uses, and to look at a word does not initialise anything. Where a branch
 * is needed, it is in them, so that the code that calls them keeps its frames.
 */
final class Places {
    /** The field with the word; in the topmost class of the program. */
    private static final String WORD = NativeCall.PREFIX + "owner";

    private static final String PASS = NativeCall.PREFIX + "pass";
    private static final String PASS_UNLESS_NULL = NativeCall.PREFIX + "passUnlessNull";
    private static final String LOOK = NativeCall.PREFIX + "look";
    private static final String SETTLE = NativeCall.PREFIX + "settle";

    private static final String LINKS = "dev/hindsight/runtime/Links";
    private static final String OWNERS = "dev/hindsight/runtime/Owners";
    private static final int HELPER = ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC;
    /** The line of all code that is added. */
    private static final int LINE = 0xffff;

    /** How long the texts of all places together may be. */
    private static final int MOST = 60_000;

    private static final int FIRST_WITH_FRAMES = 50;

    /** In place of a place: objects of the class surely have a word. */
    private static final int KNOWN = -2;
    /** The same, but who has null may have to load the class. */
    private static final int FORESEEN = -3;

    /** That fields of an object are used, through which class, and at which place it is known whether they may be without the turn. */
    static final class Use {
        final String owner;
        final int place;
        final boolean writes;

        private Use(String owner, int place, boolean writes) {
            this.owner = owner;
            this.place = place;
            this.writes = writes;
        }
    }

    private final String self;
    private final int version;
    private final boolean isTopmost;
    private final List<String> places = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    /** What is looked at together; by their numbers are named the methods that do it. */
    private final List<List<Use>> looks = new ArrayList<>();

    private final Map<String, Integer> lookNumbers = new HashMap<>();

    private int length;
    private int callSites;
    private boolean namesTypes;

    /** What can be added to a class; null if nothing can be. */
    static Places of(String name, int version, int access, String parent) {
        boolean takes =
                (access & ACC_INTERFACE) == 0 && (version & 0xffff) >= TypeFacts.FIRST_VERSION && !Links.isOfJdk(name);
        return takes ? new Places(name, version, Links.isOfJdk(parent)) : null;
    }

    /** @param isTopmost whether the class above is the JDK's */
    private Places(String self, int version, boolean isTopmost) {
        this.self = self;
        this.version = version & 0xffff;
        this.isTopmost = isTopmost;
    }

    String self() {
        return self;
    }

    boolean isTopmost() {
        return isTopmost;
    }

    /** Whether objects of a class surely have a word. */
    boolean hasWord(String owner) {
        return isTopmost && owner.equals(self);
    }

    /** Whether a member is one of those that are added. */
    boolean isOwn(String owner, String member) {
        return owner.equals(self) && member.startsWith(NativeCall.PREFIX);
    }

    int nextCallSite() {
        return callSites++;
    }

    /** The number of a place; -1 if there are too many. */
    private int at(char kind, String owner, String name, String descriptor) {
        String text = kind + " " + owner + " " + name + " " + descriptor;
        Integer known = numbers.get(text);
        if (known == null && length + text.length() < MOST) {
            length += text.length() + 1;
            known = places.size();
            places.add(text);
            numbers.put(text, known);
        }
        return known == null ? -1 : known;
    }

    /** Leaves on the stack what is above 0 if it was found out that the turn is not needed at a place. */
    void known(MethodVisitor target, char kind, String owner, String name, String descriptor) {
        int place = at(kind, owner, name, descriptor);
        if (place < 0) {
            target.visitLdcInsn(0);
        } else {
            load(target, place);
        }
    }

    /** Has a thread ask for its turn if it needs it at a place. */
    void pass(MethodVisitor target, char kind, String owner, String name, String descriptor) {
        int place = at(kind, owner, name, descriptor);
        if (place < 0) {
            ThreadSites.beside(target, ThreadSites.NEED_TURN);
        } else {
            load(target, place);
            target.visitLdcInsn(place);
            call(target, PASS, "(II)V");
        }
    }

    private void load(MethodVisitor target, int place) {
        target.visitFieldInsn(GETSTATIC, self, Links.PLACE + place, "I");
    }

    /** Before a type is named with an object on the stack: who has null does not need the type. */
    void passUnlessNull(MethodVisitor target, String type) {
        int place = at(Links.TYPE, type, "-", "-");
        if (place < 0) {
            target.visitInsn(POP);
            ThreadSites.beside(target, ThreadSites.NEED_TURN);
        } else {
            namesTypes = true;
            load(target, place);
            target.visitLdcInsn(place);
            call(target, PASS_UNLESS_NULL, "(Ljava/lang/Object;II)V");
        }
    }

    /** That a field of an object is used of which is known ahead that it may be. */
    Use foreseen(String owner, boolean writes) {
        return new Use(owner, hasWord(owner) ? KNOWN : FORESEEN, writes);
    }

    /** That fields of an object are used; null if there are too many places. */
    Use use(String owner, String fields, boolean writes) {
        int place = hasWord(owner) ? KNOWN : at(Links.FIELD, owner, fields, "-");
        return place == -1 ? null : new Use(owner, place, writes);
    }

    /** Takes objects from the stack and has the thread ask for its turn if the first is not its own to use; then all are. */
    void look(MethodVisitor target, List<Use> uses) {
        StringBuilder text = new StringBuilder();
        for (Use use : uses) {
            text.append(use.owner).append(' ').append(use.place).append(use.writes ? 'W' : 'R');
        }
        Integer number = lookNumbers.get(text.toString());
        if (number == null) {
            number = looks.size();
            looks.add(uses);
            lookNumbers.put(text.toString(), number);
        }
        call(target, LOOK + number, descriptor(uses));
    }

    private static String descriptor(List<Use> uses) {
        StringBuilder types = new StringBuilder("(");
        for (Use use : uses) {
            types.append('L').append(use.owner).append(';');
        }
        return types.append(")V").toString();
    }

    /** An object has been made, and is on the stack. */
    void born(MethodVisitor target) {
        Needs.ask(target, "maker", "()I");
        target.visitFieldInsn(PUTFIELD, self, WORD, "I");
    }

    /** A field is written of which it was found out that nobody else can reach the object then. */
    void settle(MethodVisitor target, Use use, int variable, String field) {
        target.visitVarInsn(ALOAD, variable);
        target.visitFieldInsn(GETFIELD, use.owner, WORD, "I");
        target.visitLdcInsn(use.owner + "." + field);
        Needs.ask(target, "settles", "(ILjava/lang/String;)V");
    }

    private void call(MethodVisitor target, String name, String descriptor) {
        target.visitMethodInsn(INVOKESTATIC, self, name, descriptor, false);
    }

    // ---- what is added at the end

    void write(ClassVisitor to) {
        if (isTopmost) {
            to.visitField(ACC_PUBLIC | ACC_TRANSIENT | ACC_SYNTHETIC, WORD, "I", null, null);
        }
        for (int i = 0; i < places.size(); i++) {
            to.visitField(HELPER, Links.PLACE + i, "I", null, null);
        }
        if (!places.isEmpty()) {
            writePass(to);
        }
        if (namesTypes) {
            writePassUnlessNull(to);
        }
        for (int i = 0; i < looks.size(); i++) {
            writeLook(to, i, looks.get(i));
            writeSettle(to, i, looks.get(i));
        }
    }

    private MethodVisitor begin(ClassVisitor to, String name, String descriptor) {
        MethodVisitor code = to.visitMethod(HELPER, name, descriptor, null, null);
        code.visitCode();
        Label start = new Label();
        code.visitLabel(start);
        code.visitLineNumber(LINE, start);
        return code;
    }

    private void mark(MethodVisitor code, Label label) {
        code.visitLabel(label);
        if (version >= FIRST_WITH_FRAMES) {
            code.visitFrame(F_SAME, 0, null, 0, null);
        }
    }

    private static void end(MethodVisitor code, int opcode) {
        code.visitInsn(opcode);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private void writePass(ClassVisitor to) {
        MethodVisitor code = begin(to, PASS, "(II)V");
        Label known = new Label();
        code.visitVarInsn(ILOAD, 0);
        code.visitInsn(ICONST_1);
        code.visitJumpInsn(IF_ICMPEQ, known);
        code.visitVarInsn(ILOAD, 0);
        code.visitVarInsn(ILOAD, 1);
        code.visitLdcInsn(Type.getObjectType(self));
        code.visitLdcInsn(texts());
        code.visitMethodInsn(INVOKESTATIC, LINKS, "ask", "(IILjava/lang/Class;Ljava/lang/String;)V", false);
        mark(code, known);
        end(code, RETURN);
    }

    private String texts() {
        StringBuilder texts = new StringBuilder();
        for (int i = 0; i < places.size(); i++) {
            texts.append(i == 0 ? "" : "\n").append(places.get(i));
        }
        return texts.toString();
    }

    private void writePassUnlessNull(ClassVisitor to) {
        MethodVisitor code = begin(to, PASS_UNLESS_NULL, "(Ljava/lang/Object;II)V");
        Label done = new Label();
        code.visitVarInsn(ALOAD, 0);
        code.visitJumpInsn(IFNULL, done);
        code.visitVarInsn(ILOAD, 1);
        code.visitVarInsn(ILOAD, 2);
        call(code, PASS, "(II)V");
        mark(code, done);
        end(code, RETURN);
    }

    /** Looks at the first object only: nothing can have changed about the others, unless the thread has to wait for the first. */
    private void writeLook(ClassVisitor to, int number, List<Use> uses) {
        MethodVisitor code = begin(to, LOOK + number, descriptor(uses));
        Label done = new Label();
        Use first = uses.get(0);
        if (first.place == FORESEEN) {
            Label present = new Label();
            code.visitVarInsn(ALOAD, 0);
            code.visitJumpInsn(IFNONNULL, present);
            ThreadSites.beside(code, ThreadSites.NEED_TURN);
            code.visitInsn(RETURN);
            mark(code, present);
        } else {
            skipWithoutWord(code, first, 0, done);
        }
        word(code, first.owner, 0);
        code.visitMethodInsn(INVOKESTATIC, OWNERS, first.writes ? "isForeignToWrite" : "isForeign", "(I)Z", false);
        code.visitJumpInsn(IFEQ, done);
        for (int i = 0; i < uses.size(); i++) {
            code.visitVarInsn(ALOAD, i);
        }
        call(code, SETTLE + number, descriptor(uses));
        mark(code, done);
        end(code, RETURN);
    }

    private void writeSettle(ClassVisitor to, int number, List<Use> uses) {
        MethodVisitor code = begin(to, SETTLE + number, descriptor(uses));
        ThreadSites.beside(code, ThreadSites.NEED_TURN);
        for (int i = 0; i < uses.size(); i++) {
            Use use = uses.get(i);
            Label next = new Label();
            skipWithoutWord(code, use, i, next);
            code.visitVarInsn(ALOAD, i);
            word(code, use.owner, i);
            code.visitMethodInsn(INVOKESTATIC, OWNERS, use.writes ? "written" : "read", "(I)I", false);
            code.visitFieldInsn(PUTFIELD, use.owner, WORD, "I");
            mark(code, next);
        }
        end(code, RETURN);
    }

    private void skipWithoutWord(MethodVisitor code, Use use, int variable, Label to) {
        code.visitVarInsn(ALOAD, variable);
        code.visitJumpInsn(IFNULL, to);
        if (use.place >= 0) {
            load(code, use.place);
            code.visitJumpInsn(IFLE, to);
        }
    }

    private static void word(MethodVisitor code, String owner, int variable) {
        code.visitVarInsn(ALOAD, variable);
        code.visitFieldInsn(GETFIELD, owner, WORD, "I");
    }
}
