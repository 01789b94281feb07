package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ANEWARRAY;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.DASTORE;
import static org.objectweb.asm.Opcodes.DCONST_1;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.DUP2_X1;
import static org.objectweb.asm.Opcodes.DUP2_X2;
import static org.objectweb.asm.Opcodes.DUP_X2;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKEINTERFACE;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.LASTORE;
import static org.objectweb.asm.Opcodes.MONITORENTER;
import static org.objectweb.asm.Opcodes.MONITOREXIT;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.NEWARRAY;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.POP2;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.PUTSTATIC;
import static org.objectweb.asm.Opcodes.SALOAD;
import static org.objectweb.asm.Opcodes.SASTORE;

import dev.hindsight.runtime.Links;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Has a thread ask for its turn before what needs it. Where threads run beside each other only with what is their own, it asks
 * whether that is so before each element of an array.
 */
final class Needs extends MethodVisitor {
    private static final String OWNERS = "dev/hindsight/runtime/Owners";

    private static final String CONSTRUCTOR = "<init>";
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";
    private static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";

    private final Unordered unordered;
    /** What is added to the class; null if nothing can be. */
    private final Places places;
    /** The first variable that the method does not use. */
    private final int free;

    /** The class above, in a constructor that has not called another one yet; else null. */
    private String unborn;

    /** How many objects are made but not initialised. */
    private int making;

    private boolean known;

    /** The variable with the object that the thread was last seen to own, and since when nothing can have changed that; -1 for none. */
    private int owned = -1;

    private boolean ownedToWrite;
    private boolean goesOn;

    /** The variable with the object that the last instruction has put on the stack, and the one below; -1 if that is not known. */
    private int top = -1;

    private int below = -1;

    private final List<Label> before = new ArrayList<>();
    private final Map<Label, Label> moved = new HashMap<>();

    /**
     * @param places what is added to the class; null if nothing can be
     * @param parent the class above, in a constructor; else null
     * @param free the first variable that the method does not use
     */
    Needs(MethodVisitor next, Unordered unordered, Places places, String parent, int free) {
        super(ASM9, next);
        this.unordered = unordered;
        this.places = places;
        this.unborn = parent;
        this.free = free;
    }

    /** The next label is only passed on the way from the instruction before. */
    void goesOn() {
        goesOn = true;
    }

    /** Something begins that may be come to from elsewhere, or at which others may get what the thread owns. */
    private void forget() {
        owned = -1;
    }

    /** An instruction has put something simple on the stack. */
    private void pushed(int variable) {
        below = top;
        top = variable;
    }

    /** An instruction has left on the stack what is not simple any more. */
    private void computed() {
        top = -1;
        below = -1;
    }

    private void unless(boolean ok) {
        if (!ok) {
            forget();
            ThreadSites.hook(mv, ThreadSites.NEED_TURN, "()V");
        }
    }

    private void ask(String name, String descriptor) {
        forget();
        ask(mv, name, descriptor);
    }

    static void ask(MethodVisitor target, String name, String descriptor) {
        target.visitMethodInsn(INVOKESTATIC, OWNERS, name, descriptor, false);
    }

    /** Whether the next instruction uses an array that was looked at before its loop. */
    void knows(boolean whether) {
        known = whether;
    }

    @Override
    public void visitInsn(int opcode) {
        unless(opcode != MONITORENTER && opcode != MONITOREXIT);
        if (unordered.isExact() && opcode == MONITORENTER) {
            // Inside its monitor an array's header does not tell whose it is.
            mv.visitInsn(DUP);
            ask("kept", "(Ljava/lang/Object;)V");
        }
        if (known) {
            known = false;
        } else if (unordered.isExact() && opcode >= IALOAD && opcode <= SALOAD) {
            mv.visitInsn(DUP2);
            ask("readElement", "(Ljava/lang/Object;I)V");
        } else if (unordered.isExact() && opcode >= IASTORE && opcode <= SASTORE) {
            boolean wide = opcode == LASTORE || opcode == DASTORE;
            mv.visitInsn(wide ? DUP2_X2 : DUP_X2);
            mv.visitInsn(wide ? POP2 : POP);
            mv.visitInsn(wide ? DUP2_X2 : DUP2_X1);
            ask("writeElement", "(Ljava/lang/Object;I)V");
        }
        super.visitInsn(opcode);
        if (opcode <= DCONST_1) {
            pushed(-1);
        } else if (opcode == DUP) {
            pushed(top);
        } else {
            computed();
        }
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        super.visitVarInsn(opcode, variable);
        if (opcode <= ALOAD) {
            pushed(opcode == ALOAD ? variable : -1);
        } else {
            computed();
            if (variable == owned) {
                forget();
            }
        }
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        super.visitJumpInsn(opcode, label);
        computed();
    }

    @Override
    public void visitLabel(Label label) {
        before.add(label);
        super.visitLabel(label);
        computed();
        if (goesOn) {
            goesOn = false;
        } else {
            forget();
        }
    }

    /** What is made but not yet initialised is named by the place where it is made, which is behind the hook now. */
    private void made(String type) {
        making++;
        if (!unordered.makes(type)) {
            if (links(type)) {
                forget();
                places.pass(mv, Links.NEW, type, "-", "-");
            } else {
                unless(false);
            }
            Label here = new Label();
            for (Label label : before) {
                moved.put(label, here);
            }
            mv.visitLabel(here);
        }
        before.clear();
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
        super.visitFrame(type, localCount, move(locals), stackCount, move(stack));
    }

    private Object[] move(Object[] types) {
        if (types == null || moved.isEmpty()) {
            return types;
        }
        Object[] changed = types.clone();
        for (int i = 0; i < changed.length; i++) {
            if (changed[i] instanceof Label label) {
                changed[i] = moved.getOrDefault(label, label);
            }
        }
        return changed;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == NEW) {
            made(type);
        } else if (places == null || unordered.names(type) || type.charAt(0) == '[') {
            unless(unordered.names(type));
        } else if (opcode == ANEWARRAY) {
            forget();
            places.pass(mv, Links.TYPE, type, "-", "-");
        } else {
            forget();
            mv.visitInsn(DUP);
            places.passUnlessNull(mv, type);
        }
        super.visitTypeInsn(opcode, type);
        computed();
        if (opcode == ANEWARRAY) {
            made();
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        super.visitIntInsn(opcode, operand);
        if (opcode == NEWARRAY) {
            computed();
            made();
        } else {
            pushed(-1);
        }
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        unless(unordered.names(descriptor));
        super.visitMultiANewArrayInsn(descriptor, dimensions);
        computed();
        made();
    }

    private void made() {
        if (unordered.isExact()) {
            mv.visitInsn(DUP);
            ask("made", "(Ljava/lang/Object;)V");
        }
    }

    /** Whether a class's members may be reached without the turn if they turn out to be the program's. */
    private boolean links(String owner) {
        return places != null
                && owner.charAt(0) != '['
                && !Links.isOfJdk(owner)
                && !owner.startsWith(ThreadSites.RUNTIME);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        if (places != null && places.isOwn(owner, name)) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
            return;
        }
        if (unordered.isExact()) {
            useField(opcode, owner, name, descriptor);
        } else {
            unless(unordered.accesses(owner, name));
        }
        super.visitFieldInsn(opcode, owner, name, descriptor);
        computed();
    }

    private void useField(int opcode, String owner, String name, String descriptor) {
        boolean isStatic = opcode == GETSTATIC || opcode == PUTSTATIC;
        if (unordered.isConstant(owner, name) && opcode != PUTSTATIC) {
            return;
        }
        if (opcode == PUTSTATIC || unordered.isVolatile(owner, name) || !links(owner)) {
            if (unordered.reads(opcode, owner, name)) {
                ask("readStatics", "()V");
            } else {
                unless(false);
            }
        } else if (isStatic) {
            if (!unordered.reads(opcode, owner, name)) {
                forget();
                places.pass(mv, Links.STATIC_FIELD, owner, name, descriptor);
            }
            ask("readStatics", "()V");
        } else {
            useObject(opcode, owner, name, descriptor);
        }
        if (opcode == PUTSTATIC) {
            ask("writeStatics", "()V");
        }
    }

    private void useObject(int opcode, String owner, String name, String descriptor) {
        boolean wide = descriptor.equals("J") || descriptor.equals("D");
        boolean writes = opcode == PUTFIELD;
        if (writes && unborn != null) {
            // Before its constructor has called another one, an object can be given to no method.
            unless(false);
            ask("reachesAll", "()V");
            return;
        }
        int variable = writes ? below : top;
        if (variable >= 0 && variable == owned && (ownedToWrite || !writes) && places.hasWord(owner)) {
            return;
        }
        if (!writes) {
            mv.visitInsn(DUP);
            places.use(mv, false, owner, name, descriptor);
        } else if (wide) {
            mv.visitInsn(DUP2_X1);
            mv.visitInsn(POP2);
            mv.visitInsn(DUP);
            places.use(mv, true, owner, name, descriptor);
            mv.visitInsn(DUP_X2);
            mv.visitInsn(POP);
        } else {
            mv.visitInsn(DUP2);
            mv.visitInsn(POP);
            places.use(mv, true, owner, name, descriptor);
        }
        owned = variable;
        ownedToWrite = writes;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        boolean ofHooks =
                owner.equals(ThreadSites.HOOKS) || owner.equals(OWNERS) || places != null && places.isOwn(owner, name);
        if (ofHooks || unordered.calls(owner, name, descriptor)) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        } else if (unordered.isExact()) {
            reach(opcode, owner, name, descriptor);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (unordered.returnsKept(owner, name, descriptor)) {
                mv.visitInsn(DUP);
                ask("kept", "(Ljava/lang/Object;)V");
            }
        } else {
            unless(false);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
        computed();
        forget();
        if (opcode == INVOKESPECIAL && name.equals(CONSTRUCTOR)) {
            constructed(owner);
        }
    }

    /** A constructor has been called: that of an object that was made here, or another one of this object. */
    private void constructed(String owner) {
        if (making > 0) {
            making--;
        } else if (unborn != null) {
            if (places != null && places.isTopmost() && owner.equals(unborn)) {
                mv.visitVarInsn(ALOAD, 0);
                places.born(mv);
                owned = 0;
                ownedToWrite = true;
            }
            unborn = null;
        }
    }

    /** Before a method is called that may not be the program's, or may change what it was not given. */
    private void reach(int opcode, String owner, String name, String descriptor) {
        if (Unordered.reachesAll(owner, name, descriptor)) {
            unless(false);
            ask("reachesAll", "()V");
            ask("writeStatics", "()V");
        }
        boolean linked = links(owner);
        if (linked && making > 0 && opcode == INVOKESPECIAL && name.equals(CONSTRUCTOR)) {
            // It has been asked whether an object may be made.
            places.known(mv, Links.NEW, owner, "-", "-");
        } else if (linked) {
            char kind = opcode == INVOKESTATIC
                    ? Links.STATIC_METHOD
                    : opcode == INVOKEINTERFACE ? Links.OF_INTERFACE : Links.METHOD;
            places.link(mv, kind, owner, name, descriptor);
        } else {
            unless(false);
        }
        arrays(owner, name, descriptor, linked);
    }

    /**
     * What the thread gives away must be nobody else's; the JDK may keep it.
     *
     * @param linked whether it may turn out that the method is the program's, which is told by what is on the stack
     */
    private void arrays(String owner, String name, String descriptor, boolean linked) {
        if (owner.charAt(0) == '[') {
            mv.visitInsn(DUP);
            ask("used", "(Ljava/lang/Object;)V");
            return;
        }
        Type[] types = Type.getArgumentTypes(descriptor);
        int first = 0;
        while (first < types.length && !Unordered.mayBeArray(owner, name, types[first])) {
            first++;
        }
        if (first == types.length) {
            if (linked) {
                mv.visitInsn(POP);
            }
            return;
        }
        int[] variables = new int[types.length];
        int next = free;
        if (linked) {
            mv.visitVarInsn(ISTORE, next++);
        }
        for (int i = types.length - 1; i >= first; i--) {
            variables[i] = next;
            mv.visitVarInsn(types[i].getOpcode(ISTORE), next);
            next += types[i].getSize();
        }
        String hook = !Links.isOfJdk(owner) || !Unordered.keeps(owner, name) ? "used" : "kept";
        for (int i = first; i < types.length; i++) {
            mv.visitVarInsn(types[i].getOpcode(ILOAD), variables[i]);
            if (Unordered.mayBeArray(owner, name, types[i])) {
                mv.visitVarInsn(ALOAD, variables[i]);
                if (linked) {
                    mv.visitVarInsn(ILOAD, free);
                    ask("usedUnless", "(Ljava/lang/Object;I)V");
                } else {
                    ask(hook, "(Ljava/lang/Object;)V");
                }
            }
        }
        for (int i = first; i < types.length; i++) {
            if (types[i].getSort() >= Type.ARRAY) {
                // Or the collector would find it there.
                mv.visitInsn(ACONST_NULL);
                mv.visitVarInsn(ASTORE, variables[i]);
            }
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        forget();
        if (places != null && isHarmless(bootstrap, descriptor)) {
            places.pass(mv, Links.CALL_SITE, Integer.toString(places.nextCallSite()), name, descriptor);
        } else {
            unless(false);
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        computed();
    }

    /** Whether a call site, once it is linked, makes a lambda or a text and runs no other code: texts of objects are asked for. */
    private static boolean isHarmless(Handle bootstrap, String descriptor) {
        if (bootstrap.getOwner().equals(LAMBDAS)) {
            return true;
        }
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (type.getSort() >= Type.ARRAY && !type.getInternalName().equals("java/lang/String")) {
                return false;
            }
        }
        return bootstrap.getOwner().equals(CONCATENATION);
    }

    @Override
    public void visitLdcInsn(Object value) {
        if (places != null && value instanceof Type type && type.getSort() == Type.OBJECT) {
            forget();
            places.pass(mv, Links.TYPE, type.getInternalName(), "-", "-");
            super.visitLdcInsn(value);
            computed();
            return;
        }
        boolean ok = value instanceof Type type
                ? type.getSort() != Type.METHOD && unordered.names(type.getInternalName())
                : !(value instanceof Handle) && !(value instanceof ConstantDynamic);
        unless(ok);
        super.visitLdcInsn(value);
        pushed(-1);
    }
}
