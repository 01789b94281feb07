package dev.hindsight.agent.rewrite;

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
import static org.objectweb.asm.Opcodes.IFNE;
import static org.objectweb.asm.Opcodes.IFNULL;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;

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
    private static final String READS = NativeCall.PREFIX + "reads";
    private static final String WRITES = NativeCall.PREFIX + "writes";

    private static final String LINKS = "dev/hindsight/runtime/Links";
    private static final String OWNERS = "dev/hindsight/runtime/Owners";
    private static final int HELPER = ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC;
    /** The line of all code that is added. */
    private static final int LINE = 0xffff;

    /** How long the texts of all places together may be. */
    private static final int MOST = 60_000;

    private static final int FIRST_WITH_FRAMES = 50;

    private final String self;
    private final int version;
    private final boolean isTopmost;
    private final List<String> places = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    /** The classes whose fields are used; by their numbers are named the methods that look at their words. */
    private final List<String> readers = new ArrayList<>();

    private final List<String> writers = new ArrayList<>();
    private int length;
    private int callSites;
    private boolean namesTypes;

    /** @param isTopmost whether the class above is the JDK's */
    Places(String self, int version, boolean isTopmost) {
        this.self = self;
        this.version = version & 0xffff;
        this.isTopmost = isTopmost;
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

    /** Has a thread ask for its turn if it needs it at a place; leaves on the stack what is above 0 if it does not. */
    void link(MethodVisitor target, char kind, String owner, String name, String descriptor) {
        pass(target, kind, owner, name, descriptor);
        known(target, kind, owner, name, descriptor);
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
            ThreadSites.hook(target, ThreadSites.NEED_TURN, "()V");
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
            ThreadSites.hook(target, ThreadSites.NEED_TURN, "()V");
        } else {
            namesTypes = true;
            load(target, place);
            target.visitLdcInsn(place);
            call(target, PASS_UNLESS_NULL, "(Ljava/lang/Object;II)V");
        }
    }

    /** Takes an object from the stack and has the thread ask for its turn if a field of it is not its own to use. */
    void use(MethodVisitor target, boolean writes, String owner, String name, String descriptor) {
        boolean known = hasWord(owner);
        int place = known ? 0 : at(Links.FIELD, owner, name, descriptor);
        if (place < 0) {
            target.visitInsn(POP);
            ThreadSites.hook(target, ThreadSites.NEED_TURN, "()V");
            Needs.ask(target, "reachesAll", "()V");
            return;
        }
        if (!known) {
            pass(target, Links.FIELD, owner, name, descriptor);
        }
        List<String> methods = writes ? writers : readers;
        int number = methods.indexOf(owner);
        if (number < 0) {
            number = methods.size();
            methods.add(owner);
        }
        if (known) {
            target.visitInsn(ICONST_1);
        } else {
            load(target, place);
        }
        call(target, (writes ? WRITES : READS) + number, "(L" + owner + ";I)V");
    }

    /** An object has been made, and is on the stack. */
    void born(MethodVisitor target) {
        Needs.ask(target, "maker", "()I");
        target.visitFieldInsn(PUTFIELD, self, WORD, "I");
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
        for (int i = 0; i < readers.size(); i++) {
            writeUse(to, READS + i, readers.get(i), "isForeign", "read");
        }
        for (int i = 0; i < writers.size(); i++) {
            writeUse(to, WRITES + i, writers.get(i), "isForeignToWrite", "written");
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
        Label open = new Label();
        code.visitVarInsn(ILOAD, 0);
        links(code, "isOpen", "(I)Z");
        code.visitJumpInsn(IFNE, open);
        ThreadSites.hook(code, ThreadSites.NEED_TURN, "()V");
        code.visitVarInsn(ILOAD, 1);
        code.visitLdcInsn(Type.getObjectType(self));
        code.visitLdcInsn(texts());
        links(code, "link", "(ILjava/lang/Class;Ljava/lang/String;)V");
        mark(code, open);
        end(code, RETURN);
    }

    private String texts() {
        StringBuilder texts = new StringBuilder();
        for (int i = 0; i < places.size(); i++) {
            texts.append(i == 0 ? "" : "\n").append(places.get(i));
        }
        return texts.toString();
    }

    private static void links(MethodVisitor code, String name, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, LINKS, name, descriptor, false);
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

    /** The number says whether objects of the class have a word, if it is above 0. */
    private void writeUse(ClassVisitor to, String name, String owner, String asks, String settles) {
        MethodVisitor code = begin(to, name, "(L" + owner + ";I)V");
        Label done = new Label();
        code.visitVarInsn(ALOAD, 0);
        code.visitJumpInsn(IFNULL, done);
        code.visitVarInsn(ILOAD, 1);
        code.visitJumpInsn(IFLE, done);
        word(code, owner);
        code.visitMethodInsn(INVOKESTATIC, OWNERS, asks, "(I)Z", false);
        code.visitJumpInsn(IFEQ, done);
        ThreadSites.hook(code, ThreadSites.NEED_TURN, "()V");
        code.visitVarInsn(ALOAD, 0);
        word(code, owner);
        code.visitMethodInsn(INVOKESTATIC, OWNERS, settles, "(I)I", false);
        code.visitFieldInsn(PUTFIELD, owner, WORD, "I");
        mark(code, done);
        end(code, RETURN);
    }

    private static void word(MethodVisitor code, String owner) {
        code.visitVarInsn(ALOAD, 0);
        code.visitFieldInsn(GETFIELD, owner, WORD, "I");
    }
}
