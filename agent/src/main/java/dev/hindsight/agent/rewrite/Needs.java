package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.AALOAD;
import static org.objectweb.asm.Opcodes.AASTORE;
import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ANEWARRAY;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.BIPUSH;
import static org.objectweb.asm.Opcodes.DASTORE;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.DUP2_X1;
import static org.objectweb.asm.Opcodes.DUP2_X2;
import static org.objectweb.asm.Opcodes.DUP_X2;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.GETSTATIC;
import static org.objectweb.asm.Opcodes.GOTO;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.ICONST_0;
import static org.objectweb.asm.Opcodes.ICONST_5;
import static org.objectweb.asm.Opcodes.ICONST_M1;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKEINTERFACE;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.IRETURN;
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
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.SALOAD;
import static org.objectweb.asm.Opcodes.SASTORE;

import dev.hindsight.runtime.Links;
import dev.hindsight.runtime.Owners;
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

    private final boolean divided;
    /** What the call that comes next gets for a while: in which variables the arrays are, and whether they are lent. */
    private final List<int[]> lent = new ArrayList<>();

    /** What is known about the method; null for nothing. */
    private final CountedLoops loops;

    /** The class above, in a constructor that has not called another one yet; else null. */
    private String unborn;

    /** How many objects are made but not initialised. */
    private int making;

    private boolean known;

    /** What the thread owns, and at which places it may be, as far as nothing can have changed that. */
    private Owned owned = new Owned();

    /** Which slots and variables hold the same. */
    private final Values values = new Values();
    /** The object whose method this is; 0 if that is not known. */
    private int receiver;

    /** What is known where jumps lead to, and of the variables there. */
    private final Map<Label, Owned> ways = new HashMap<>();

    private boolean joins;
    /** Whether the next instruction is one that the one before can lead to. */
    private boolean reachable = true;

    private final List<Label> before = new ArrayList<>();
    private final Map<Label, Label> moved = new HashMap<>();

    /**
     * @param places what is added to the class; null if nothing can be
     * @param parent the class above, in a constructor; else null
     * @param loops what is known about the method; null for nothing
     * @param added how many variables others have added
     * @param divided whether others may come by before each of what threads meet in
     */
    Needs(
            MethodVisitor next,
            Unordered unordered,
            Places places,
            String parent,
            CountedLoops loops,
            int added,
            boolean divided) {
        super(ASM9, next);
        this.unordered = unordered;
        this.places = places;
        this.unborn = parent;
        this.loops = loops;
        this.divided = divided;
        this.free = (loops == null ? 0 : loops.variables()) + added;
    }

    /** The first variable always holds the object whose method this is. */
    void keepsThis() {
        receiver = values.of(0);
    }

    /** All jumps that lead to the next label have been seen. */
    void joins() {
        joins = true;
    }

    /** Something comes at which others may get what the thread owns. */
    private void forget() {
        owned.clear();
    }

    private void unless(boolean ok) {
        if (!ok) {
            // Also with its turn: what comes may have it wait, as the initialiser of a class does, and others take what
            // it owns.
            forget();
            if (!owned.hasTurn()) {
                ThreadSites.beside(mv, ThreadSites.NEED_TURN);
                owned.setTurn(true);
            }
        }
    }

    /**
     * Before what other threads meet in: here the thread also gives its turn to one that has waited for long, and takes it again. Else
     * two calls that belong together would never be apart.
     */
    private void takeTurn() {
        forget();
        ThreadSites.beside(mv, "takeTurn");
        owned.setTurn(true);
    }

    /** Before a method of the JDK is called in which threads may meet, and before others come back for what it reaches. */
    private void takeTurnIfMet(String owner, String name) {
        if (divided && Links.isOfJdk(owner) && !isText(owner) && !name.equals(CONSTRUCTOR)) {
            takeTurn();
        }
    }

    /** The thread surely has its turn here. */
    void hasTurn() {
        owned.setTurn(true);
    }

    boolean isInTurn() {
        return reachable && owned.hasTurn();
    }

    boolean isExact() {
        return unordered.isExact();
    }

    /** The first variable that nobody uses. */
    int free() {
        return free;
    }

    /** Has the thread ask for its turn before what can be found out to need none. */
    private void pass(char kind, String owner, String name, String descriptor) {
        forget();
        if (!owned.hasTurn()) {
            places.pass(mv, kind, owner, name, descriptor);
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
        if (opcode == MONITORENTER && divided) {
            takeTurn();
        } else {
            unless(opcode != MONITORENTER && opcode != MONITOREXIT);
        }
        if (unordered.isExact() && opcode == MONITORENTER) {
            // Inside its monitor an array's header does not tell whose it is.
            mv.visitInsn(DUP);
            ask("kept", "(Ljava/lang/Object;)V");
        }
        boolean looks = unordered.isExact() && !known;
        known = false;
        if (looks && opcode >= IALOAD && opcode <= SALOAD) {
            readElement(opcode);
            return;
        }
        if (looks && opcode >= IASTORE && opcode <= SASTORE) {
            writeElement(opcode == LASTORE || opcode == DASTORE);
        }
        if (opcode == AASTORE) {
            owned.changeRows();
        }
        super.visitInsn(opcode);
        values.compute(opcode);
        if (opcode >= ICONST_0 && opcode <= ICONST_5) {
            values.isSmall();
        }
        if (opcode >= IRETURN && opcode <= RETURN || opcode == ATHROW) {
            reachable = false;
        }
    }

    private void readElement(int opcode) {
        int index = values.peek(0);
        int array = values.peek(1);
        if (values.isSmall(index)) {
            if (!owned.hasBeginning(array)) {
                // Others of the first elements often are read, too.
                mv.visitInsn(DUP2);
                mv.visitInsn(POP);
                lookAlso("readBeginning", "(Ljava/lang/Object;", array);
                owned.addBeginning(array);
            }
        } else if (!owned.hasElement(array, index, false)) {
            mv.visitInsn(DUP2);
            lookAlso("readElement", "(Ljava/lang/Object;I", 0);
            owned.addElement(array, index, false);
        }
        super.visitInsn(opcode);
        values.compute(opcode);
        if (opcode == AALOAD) {
            Integer row = owned.row(array, index);
            if (row == null) {
                owned.addRow(array, index, values.peek(0));
            } else {
                values.is(row);
            }
        }
    }

    /**
     * Looks at an array, and with it again at others that were looked at before.
     *
     * @param array of which the first elements are read; 0 for none
     */
    private void lookAlso(String hook, String descriptor, int array) {
        List<Integer> others = owned.othersToRead(array, values);
        if (others.isEmpty() && array == 0) {
            ask(mv, hook, descriptor + ")V");
            return;
        }
        for (int i = 0; i < Owned.MOST_OTHERS; i++) {
            int variable = i < others.size() ? values.variable(others.get(i)) : -1;
            if (i >= others.size()) {
                mv.visitInsn(ACONST_NULL);
                mv.visitInsn(ICONST_M1);
            } else if (variable >= 0) {
                mv.visitVarInsn(ALOAD, variable);
                mv.visitInsn(ICONST_M1);
            } else {
                int[] place = owned.place(others.get(i));
                mv.visitVarInsn(ALOAD, values.variable(place[0]));
                mv.visitVarInsn(ILOAD, values.variable(place[1]));
            }
        }
        ask(mv, hook, descriptor + "Ljava/lang/Object;ILjava/lang/Object;I)V");
    }

    /** Before an element is written. What is read first and written later is looked at twice: in between, another thread may write it. */
    private void writeElement(boolean wide) {
        int index = values.peek(wide ? 2 : 1);
        int array = values.peek(wide ? 3 : 2);
        if (owned.hasElement(array, index, true)) {
            return;
        }
        mv.visitInsn(wide ? DUP2_X2 : DUP_X2);
        mv.visitInsn(wide ? POP2 : POP);
        mv.visitInsn(wide ? DUP2_X2 : DUP2_X1);
        owned.lose();
        ask(mv, "writeElement", "(Ljava/lang/Object;I)V");
        owned.addElement(array, index, true);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        super.visitVarInsn(opcode, variable);
        values.use(opcode, variable);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        super.visitIincInsn(variable, increment);
        values.changed(variable);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        super.visitJumpInsn(opcode, label);
        values.compute(opcode);
        leadsTo(label);
        reachable = opcode != GOTO;
    }

    private void leadsTo(Label label) {
        if (reachable) {
            ways.put(label, owned.with(values).meet(ways.get(label)));
        }
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label fallback, Label... labels) {
        super.visitTableSwitchInsn(min, max, fallback, labels);
        switches(fallback, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label fallback, int[] keys, Label[] labels) {
        super.visitLookupSwitchInsn(fallback, keys, labels);
        switches(fallback, labels);
    }

    private void switches(Label fallback, Label... labels) {
        values.pop(1);
        leadsTo(fallback);
        for (Label label : labels) {
            leadsTo(label);
        }
        reachable = false;
    }

    @Override
    public void visitLabel(Label label) {
        before.add(label);
        super.visitLabel(label);
        Owned way = ways.remove(label);
        if (!joins) {
            comesFrom(new Owned());
        } else if (!reachable) {
            comesFrom(way == null ? new Owned() : way);
        } else if (way != null) {
            comesFrom(owned.with(values).meet(way));
        }
        joins = false;
        reachable = true;
    }

    private void comesFrom(Owned way) {
        owned = way;
        if (receiver != 0) {
            way.variables().put(0, receiver);
        }
        values.comeTogether(way.variables());
    }

    /** What is made but not yet initialised is named by the place where it is made, which is behind the hook now. */
    private void made(String type) {
        making++;
        if (!unordered.makes(type)) {
            if (links(type)) {
                pass(Links.NEW, type, "-", "-");
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
        owned.beginFrame();
        values.beginFrame();
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
            pass(Links.TYPE, type, "-", "-");
        } else {
            forget();
            if (!owned.hasTurn()) {
                mv.visitInsn(DUP);
                places.passUnlessNull(mv, type);
            }
        }
        super.visitTypeInsn(opcode, type);
        values.compute(opcode);
        if (opcode == ANEWARRAY) {
            made();
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        super.visitIntInsn(opcode, operand);
        values.compute(opcode);
        if (opcode == BIPUSH && operand > 0 && operand <= Owners.BEGINNING) {
            values.isSmall();
        }
        if (opcode == NEWARRAY) {
            made();
        }
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        unless(unordered.names(descriptor));
        super.visitMultiANewArrayInsn(descriptor, dimensions);
        values.pop(dimensions);
        values.push(1);
        made();
    }

    private void made() {
        if (unordered.isExact()) {
            mv.visitInsn(DUP);
            ask(mv, "made", "(Ljava/lang/Object;)V");
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
        boolean ofProgram = places == null || !places.isOwn(owner, name);
        boolean looks = ofProgram && unordered.isExact();
        if (looks) {
            useField(opcode, owner, name, descriptor);
        } else if (ofProgram) {
            unless(unordered.accesses(owner, name));
        }
        boolean reads = opcode == GETFIELD || opcode == GETSTATIC;
        if (looks && !reads) {
            keep(opcode, owner, name, descriptor);
        }
        super.visitFieldInsn(opcode, owner, name, descriptor);
        if (looks && reads) {
            keep(opcode, owner, name, descriptor);
        }
        values.pop(opcode == GETFIELD || opcode == PUTFIELD ? 1 : 0);
        int size = Type.getType(descriptor).getSize();
        if (reads) {
            values.push(size);
        } else {
            values.pop(size);
        }
    }

    /** Whether a field of this class is one that the JDK declares, whose code looks at nobody's word. */
    private boolean isInherited(String owner, String name) {
        return places != null && places.hasWord(owner) && !unordered.declares(name);
    }

    /** What is in such a field may be an array, which is on the stack: the JDK has it, too. */
    private void keep(int opcode, String owner, String name, String descriptor) {
        if (descriptor.charAt(0) != '[') {
            return;
        }
        boolean isStatic = opcode == GETSTATIC || opcode == PUTSTATIC;
        if (Links.isOfJdk(owner) || !isStatic && isInherited(owner, name)) {
            mv.visitInsn(DUP);
            ask("kept", "(Ljava/lang/Object;)V");
        } else if (!isStatic && mayBeInherited(owner, name, descriptor)) {
            mv.visitInsn(DUP);
            places.known(mv, Links.FIELD, owner, fields(owner, name, descriptor), "-");
            ask("keptUnless", "(Ljava/lang/Object;I)V");
        }
    }

    private boolean mayBeInherited(String owner, String name, String descriptor) {
        return links(owner)
                && !(owner.equals(unordered.self()) && unordered.declares(name))
                && !unordered.ahead().isPlain(owner, name, descriptor)
                && !unordered.ahead().isSettled(owner, name, descriptor);
    }

    private void useField(int opcode, String owner, String name, String descriptor) {
        boolean isStatic = opcode == GETSTATIC || opcode == PUTSTATIC;
        boolean writes = opcode == PUTFIELD || opcode == PUTSTATIC;
        if (writes && divided && unordered.isVolatile(owner, name)) {
            takeTurn();
        }
        if (writes && unordered.ahead().unsettles(owner, name, descriptor)) {
            // Others read it without a look.
            unless(false);
            ask("reachesAll", "()V");
        }
        if (unordered.isConstant(owner, name) && opcode != PUTSTATIC) {
            return;
        }
        boolean settled = !writes && unordered.ahead().isSettled(owner, name, descriptor);
        if (settled && (!isStatic || unordered.reads(opcode, owner, name))) {
            if (!owner.equals(unordered.self())) {
                present(0);
            }
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
                pass(Links.STATIC_FIELD, owner, name, descriptor);
            }
            if (!settled) {
                ask("readStatics", "()V");
            }
        } else {
            useObject(opcode, owner, name, descriptor);
        }
        if (opcode == PUTSTATIC) {
            ask("writeStatics", "()V");
        }
    }

    private void useObject(int opcode, String owner, String name, String descriptor) {
        if (isInherited(owner, name)) {
            unless(false);
            return;
        }
        boolean wide = descriptor.equals("J") || descriptor.equals("D");
        boolean writes = opcode == PUTFIELD;
        if (writes && unborn != null) {
            // Before its constructor has called another one, an object can be given to no method.
            unless(false);
            ask("reachesAll", "()V");
            return;
        }
        String fields = fields(owner, name, descriptor);
        int object = values.peek(!writes ? 0 : wide ? 2 : 1);
        boolean plain = unordered.ahead().isPlain(owner, name, descriptor);
        Places.Use use = plain ? places.foreseen(owner, writes) : places.use(owner, fields, writes);
        if (use == null) {
            unless(false);
            ask("reachesAll", "()V");
            return;
        }
        if (!plain && !places.hasWord(owner) && owned.comesTo(owner + " " + fields)) {
            // Who waits for the turn there may lose what was its own.
            owned.lose();
            places.pass(mv, Links.FIELD, owner, fields, "-");
        }
        int variable = values.variable(object);
        if (writes && variable >= 0 && unordered.ahead().checksWrite(owner, name, descriptor)) {
            places.settle(mv, use, variable, name);
        }
        if (owned.has(object, writes)) {
            return;
        }
        List<Places.Use> uses = new ArrayList<>();
        uses.add(use);
        if (!writes) {
            mv.visitInsn(DUP);
        } else if (variable >= 0) {
            mv.visitVarInsn(ALOAD, variable);
        } else if (wide) {
            mv.visitInsn(DUP2_X1);
            mv.visitInsn(POP2);
            mv.visitInsn(DUP);
        } else {
            mv.visitInsn(DUP2);
            mv.visitInsn(POP);
        }
        for (int other : owned.others(object, values)) {
            mv.visitVarInsn(ALOAD, values.variable(other));
            uses.add(owned.use(other));
        }
        places.look(mv, uses);
        owned.addPresent(object);
        if (writes && wide && variable < 0) {
            mv.visitInsn(DUP_X2);
            mv.visitInsn(POP);
        }
        owned.add(object, use);
    }

    /** Those fields of a class that the method uses, which are asked for together, as their names and descriptors. */
    private String fields(String owner, String name, String descriptor) {
        if (loops == null) {
            return name + " " + descriptor;
        }
        StringBuilder fields = new StringBuilder();
        for (String[] field : loops.fields(owner)) {
            if (!unordered.isVolatile(owner, field[0]) && !unordered.isConstant(owner, field[0])) {
                fields.append(fields.length() == 0 ? "" : " ")
                        .append(field[0])
                        .append(' ')
                        .append(field[1]);
            }
        }
        return fields.toString();
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        boolean ofHooks =
                ThreadSites.hasHooks(owner) || owner.equals(OWNERS) || places != null && places.isOwn(owner, name);
        if (ofHooks || unordered.calls(owner, name, descriptor)) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        } else if (unordered.isExact()) {
            takeTurnIfMet(owner, name);
            reach(opcode, owner, name, descriptor);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            takeBack();
            if (unordered.returnsKept(owner, name, descriptor)) {
                mv.visitInsn(DUP);
                ask("kept", "(Ljava/lang/Object;)V");
            }
        } else {
            takeTurnIfMet(owner, name);
            unless(false);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        values.pop((sizes >> 2) - (opcode == INVOKESTATIC ? 1 : 0));
        values.push(sizes & 3);
        forget();
        owned.setTurn(hasTurnAfter(owner, name));
        if (opcode == INVOKESPECIAL && name.equals(CONSTRUCTOR)) {
            constructed(owner);
        }
    }

    /**
     * Whether the thread surely has its turn when a method has returned. What the JDK calls gives it back, but for what it calls
     * through handles.
     */
    private boolean hasTurnAfter(String owner, String name) {
        if (ThreadSites.hasHooks(owner)) {
            return name.equals(ThreadSites.NEED_TURN);
        }
        boolean ofJdk = owner.startsWith("java/") && !owner.startsWith("java/lang/invoke/");
        return owned.hasTurn() && (ofJdk || owner.equals(OWNERS));
    }

    /** A constructor has been called: that of an object that was made here, or another one of this object. */
    private void constructed(String owner) {
        if (making > 0) {
            making--;
        } else if (unborn != null) {
            if (places != null && places.isTopmost() && owner.equals(unborn)) {
                mv.visitVarInsn(ALOAD, 0);
                places.born(mv);
                owned.add(values.of(0), places.use(places.self(), "", true));
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
        if (linked && isForeseen(opcode, owner, name, descriptor)) {
            return;
        }
        boolean[] arrays = linked ? arrays(descriptor) : mayBeArrays(owner, name, descriptor);
        boolean made = linked && making > 0 && opcode == INVOKESPECIAL && name.equals(CONSTRUCTOR);
        char kind = made ? Links.NEW : kind(opcode);
        if (!made && opcode != INVOKESTATIC && unordered.ahead().checksCall(owner, name, descriptor)) {
            kind = Links.promised(kind);
        }
        if (!linked) {
            unless(false);
        } else if (!made && (arrays != null || !owned.hasTurn())) {
            // Of a constructor, it has been asked whether an object may be made.
            places.pass(mv, kind, owner, name, descriptor);
        }
        if (owner.charAt(0) == '[') {
            mv.visitInsn(DUP);
            ask("used", "(Ljava/lang/Object;)V");
        } else if (arrays != null) {
            if (made) {
                places.known(mv, kind, owner, "-", "-");
            } else if (linked) {
                places.known(mv, kind, owner, name, descriptor);
            }
            give(arrays, owner, name, descriptor, linked);
        }
    }

    /** Texts and numbers are hardly ever another thread's. */
    private static boolean isText(String owner) {
        return owner.equals("java/lang/String")
                || owner.equals("java/lang/StringBuilder")
                || CountedLoops.CLOSED.contains(owner);
    }

    /** Whether it is known ahead that a method is the program's; then only the object is looked at, which may be null. */
    private boolean isForeseen(int opcode, String owner, String name, String descriptor) {
        if (opcode == INVOKESTATIC
                || making > 0 && name.equals(CONSTRUCTOR)
                || !unordered.ahead().isOpen(owner, name, descriptor)) {
            return false;
        }
        return opcode == INVOKESPECIAL || present((Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1);
    }

    /**
     * Who has null instead of an object may have to load its class, and asks for its turn.
     *
     * @param depth how many slots are above the object
     * @return whether this is so now
     */
    private boolean present(int depth) {
        int object = values.peek(depth);
        if (object == receiver || owned.hasTurn() || owned.isPresent(object)) {
            return true;
        }
        int variable = values.variable(object);
        if (variable >= 0) {
            mv.visitVarInsn(ALOAD, variable);
        } else if (depth == 0) {
            mv.visitInsn(DUP);
        } else if (depth == 1) {
            mv.visitInsn(DUP2);
            mv.visitInsn(POP);
        } else {
            return false;
        }
        ask(mv, "present", "(Ljava/lang/Object;)V");
        owned.addPresent(object);
        return true;
    }

    private static char kind(int call) {
        return call == INVOKESTATIC ? Links.STATIC_METHOD : call == INVOKEINTERFACE ? Links.OF_INTERFACE : Links.METHOD;
    }

    /** Which parameters of a method of the program are arrays; null for none. The JDK looks into no others for a class of the program. */
    private static boolean[] arrays(String descriptor) {
        return descriptor.indexOf('[') < 0 ? null : mayBeArrays("java/util/", "", descriptor);
    }

    private static boolean[] mayBeArrays(String owner, String name, String descriptor) {
        Type[] types = Type.getArgumentTypes(descriptor);
        boolean[] found = new boolean[types.length];
        boolean any = false;
        for (int i = 0; i < types.length; i++) {
            found[i] = Unordered.mayBeArray(owner, name, types[i]);
            any = any || found[i];
        }
        return any ? found : null;
    }

    /**
     * What the thread gives away must be nobody else's; the JDK may keep it.
     *
     * @param arrays which parameters may be arrays
     * @param linked whether it may turn out that the method is the program's, which is told by what is on the stack
     */
    private void give(boolean[] arrays, String owner, String name, String descriptor, boolean linked) {
        Type[] types = Type.getArgumentTypes(descriptor);
        int first = 0;
        while (!arrays[first]) {
            first++;
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
        boolean keeps = Links.isOfJdk(owner) && Unordered.keeps(owner, name);
        boolean lends = !keeps && Unordered.callsBack(owner, name, descriptor);
        for (int i = first; i < types.length; i++) {
            mv.visitVarInsn(types[i].getOpcode(ILOAD), variables[i]);
            if (!arrays[i]) {
                continue;
            }
            mv.visitVarInsn(ALOAD, variables[i]);
            if (lends) {
                if (linked) {
                    mv.visitVarInsn(ILOAD, free);
                }
                ask(linked ? "lentUnless" : "lent", linked ? "(Ljava/lang/Object;I)I" : "(Ljava/lang/Object;)I");
                mv.visitVarInsn(ISTORE, next);
                lent.add(new int[] {variables[i], next});
                next++;
            } else {
                ask(keeps ? "kept" : "used", "(Ljava/lang/Object;)V");
            }
        }
        for (int i = first; i < types.length; i++) {
            if (types[i].getSort() >= Type.ARRAY && !(lends && arrays[i])) {
                release(variables[i]);
            }
        }
    }

    /** What was given to a method that has returned. */
    private void takeBack() {
        for (int[] each : lent) {
            mv.visitVarInsn(ALOAD, each[0]);
            mv.visitVarInsn(ILOAD, each[1]);
            ask("returned", "(Ljava/lang/Object;I)V");
            release(each[0]);
        }
        lent.clear();
    }

    /** Or the collector would find it there. */
    private void release(int variable) {
        mv.visitInsn(ACONST_NULL);
        mv.visitVarInsn(ASTORE, variable);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        forget();
        boolean harmless = isHarmless(bootstrap, descriptor);
        if (places != null && harmless) {
            pass(Links.CALL_SITE, Integer.toString(places.nextCallSite()), name, descriptor);
        } else {
            unless(false);
        }
        owned.setTurn(owned.hasTurn() && harmless);
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        int sizes = Type.getArgumentsAndReturnSizes(descriptor);
        values.pop((sizes >> 2) - 1);
        values.push(sizes & 3);
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
            pass(Links.TYPE, type.getInternalName(), "-", "-");
            super.visitLdcInsn(value);
            values.push(1);
            return;
        }
        boolean ok = value instanceof Type type
                ? type.getSort() != Type.METHOD && unordered.names(type.getInternalName())
                : !(value instanceof Handle) && !(value instanceof ConstantDynamic);
        unless(ok);
        super.visitLdcInsn(value);
        boolean wide = value instanceof Long
                || value instanceof Double
                || value instanceof ConstantDynamic constant && constant.getSize() == 2;
        values.push(wide ? 2 : 1);
    }
}
