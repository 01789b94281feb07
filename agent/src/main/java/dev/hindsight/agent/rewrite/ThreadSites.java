package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNCHRONIZED;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.F_FULL;
import static org.objectweb.asm.Opcodes.F_SAME1;
import static org.objectweb.asm.Opcodes.GOTO;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.IFNULL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.MONITORENTER;
import static org.objectweb.asm.Opcodes.MONITOREXIT;
import static org.objectweb.asm.Opcodes.POP;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.PUTSTATIC;
import static org.objectweb.asm.Opcodes.RETURN;
import static org.objectweb.asm.Opcodes.SASTORE;
import static org.objectweb.asm.Opcodes.SWAP;

import dev.hindsight.agent.patch.Ahead;
import dev.hindsight.agent.patch.Lending;
import dev.hindsight.agent.patch.Polls;
import dev.hindsight.agent.patch.TypeFacts;
import dev.hindsight.agent.patch.Unguarded;
import dev.hindsight.runtime.Links;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Puts the hooks where threads meet into a class: before monitors are entered, instead of waiting and parking, and, in the
 * program's own classes, where a running thread can be made to wait, as {@link Polls} lists them: before jumps backwards, at the end of
 * methods that call themselves and before fields are written that were read, or before whatever threads may meet in.
 *
 * <p>The JVM enters the monitor of a synchronized method before any code of it runs. A method of the program becomes one with
 * a synchronized block; one of the JDK, which is loaded already, keeps its turn instead.
 */
public final class ThreadSites extends ClassVisitor {
    static final String NEED_TURN = "needTurn";
    /** Where hooks are. */
    static final String RUNTIME = "dev/hindsight/runtime/";

    static final String HOOKS = RUNTIME + "ThreadHooks";
    private static final String POLLS = RUNTIME + "PollHooks";
    private static final String BESIDE = RUNTIME + "BesideHooks";
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";
    private static final String THREAD = "java/lang/Thread";
    private static final String VIRTUAL = "java/lang/VirtualThread";
    private static final int WITH_FRAMES = 50;
    /** Where the version of a class file stands. */
    private static final int VERSION = 6;

    /** Methods that call methods of the program by name; what they call may come back without its turn. */
    private static final Map<String, String> REFLECTION =
            Map.of("java/lang/reflect/Method", "invoke", "java/lang/reflect/Constructor", "newInstanceWithCaller");

    private static final String CONCURRENT = "java/util/concurrent/";

    /** None of them runs when a class is loaded, so they run as often in a replay. */
    private static final String[] SPINNING = {
        CONCURRENT + "CompletableFuture",
        CONCURRENT + "CountedCompleter",
        CONCURRENT + "Exchanger",
        CONCURRENT + "ForkJoinPool",
        CONCURRENT + "ForkJoinTask",
        CONCURRENT + "LinkedTransferQueue",
        CONCURRENT + "Phaser",
        CONCURRENT + "SynchronousQueue",
        CONCURRENT + "locks/StampedLock"
    };

    /**
     * What the JDK makes for methods that are called by reflection, ours among them: which class has one, and from when on, is no matter of
     * the program.
     */
    private static final String MADE_FOR_REFLECTION = "jdk/internal/reflect/";

    private final boolean fixed;
    private final Polls polls;
    private final Map<String, CountedLoops> loops;
    private final boolean[] sites;
    private final boolean ofJdk;
    /** What needs no turn; null if everything does. */
    private final Unordered unordered;
    /** Number of the method that comes next. */
    private int method;

    private String self;
    private String parent;
    private int version;
    /** What is added to the class; null if nothing can be. */
    private Places places;

    /**
     * @param fixed whether methods have to stay what they are
     * @param polls where a running thread can be made to wait
     * @param loops by method, which need no polls
     * @param sites which methods get hooks; null for all
     * @param ofJdk whether it is a class of the JDK
     * @param unordered what needs no turn; null if everything does
     */
    ThreadSites(
            ClassVisitor next,
            boolean fixed,
            Polls polls,
            Map<String, CountedLoops> loops,
            boolean[] sites,
            boolean ofJdk,
            Unordered unordered) {
        super(ASM9, next);
        this.fixed = fixed;
        this.polls = polls;
        this.loops = loops;
        this.sites = sites;
        this.ofJdk = ofJdk;
        this.unordered = unordered;
    }

    /**
     * A class with the hooks.
     *
     * @param fixed whether it is loaded already, so that its methods have to stay what they are
     * @param polls where a running thread can be made to wait
     * @param sites which methods get hooks, the others are copied as they are; null for all
     * @param ofJdk whether it is a class of the JDK
     * @param lending what its code may touch without a turn
     * @param ahead what was found out about it before the program ran
     * @return null if the class has no room for the hooks
     */
    public static byte[] rewrite(
            byte[] original, boolean fixed, Polls polls, boolean[] sites, boolean ofJdk, Lending lending, Ahead ahead) {
        try {
            ClassReader reader = new ClassReader(original);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            Unordered unordered = lending == Lending.NOTHING || ofJdk ? null : Unordered.of(reader, lending, ahead);
            Map<String, CountedLoops> loops = CountedLoops.of(reader, sites);
            Polls own = reader.getClassName().startsWith(MADE_FOR_REFLECTION) ? Polls.NOWHERE : polls;
            reader.accept(new ThreadSites(writer, fixed, own, loops, sites, ofJdk, unordered), 0);
            return writer.toByteArray();
        } catch (ClassTooLargeException | MethodTooLargeException e) {
            return null;
        }
    }

    /** A class that has no room for the hooks, with the field that others look for in its objects; null if it has no room for that. */
    public static byte[] withWord(byte[] original) {
        try {
            ClassReader reader = new ClassReader(original);
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(
                    new ClassVisitor(ASM9, writer) {
                        @Override
                        public void visitEnd() {
                            Places places = Places.of(
                                    reader.getClassName(),
                                    reader.readShort(VERSION),
                                    reader.getAccess(),
                                    reader.getSuperName());
                            if (places != null) {
                                places.write(cv);
                            }
                            super.visitEnd();
                        }
                    },
                    0);
            return writer.toByteArray();
        } catch (ClassTooLargeException e) {
            return null;
        }
    }

    /** Whether a class of the JDK's base waits for other threads by looking again and again. */
    static boolean spins(String name) {
        for (String spinning : SPINNING) {
            if (name.equals(spinning) || name.startsWith(spinning + "$")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a class of the JDK has anything to hook. */
    static boolean concerns(String name, byte[] original) {
        if (name.startsWith("java/lang/ref/") || name.startsWith("jdk/internal/ref/")) {
            // The collector's own threads meet the program's here.
            return false;
        }
        boolean[] found = {name.equals(THREAD) || spins(name) || REFLECTION.containsKey(name)};
        new ClassReader(original)
                .accept(
                        new ClassVisitor(ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String method, String descriptor, String sign, String[] thrown) {
                                found[0] = found[0]
                                        || (access & ACC_SYNCHRONIZED) != 0
                                        || method.equals("run") && descriptor.equals("()V");
                                return found[0] ? null : new Search(found);
                            }
                        },
                        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found[0];
    }

    /** Looks for what {@link Calls} changes. */
    private static final class Search extends MethodVisitor {
        private final boolean[] found;

        Search(boolean[] found) {
            super(ASM9);
            this.found = found;
        }

        @Override
        public void visitInsn(int opcode) {
            found[0] = found[0] || opcode == MONITORENTER;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            found[0] = found[0]
                    || opcode != INVOKESTATIC && Calls.isOfObject(name, descriptor)
                    || owner.equals(UNSAFE) && (name.equals("park") || name.equals("unpark"))
                    || name.equals("isAlive") && descriptor.equals("()Z")
                    || owner.equals(THREAD) && (name.equals("yield") || name.equals("onSpinWait"));
        }
    }

    @Override
    public void visit(int number, int access, String name, String signature, String superName, String[] interfaces) {
        version = number & 0xffff;
        self = name;
        parent = superName;
        places = unordered != null && unordered.isExact() && !fixed ? Places.of(name, number, access, superName) : null;
        super.visit(number, access, name, signature, superName, interfaces);
    }

    @Override
    public void visitEnd() {
        if (places != null) {
            places.write(cv);
        }
        super.visitEnd();
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        if (sites != null && !sites[method++]) {
            return super.visitMethod(access, name, descriptor, signature, exceptions);
        }
        boolean synced = (access & ACC_SYNCHRONIZED) != 0;
        boolean isStatic = (access & ACC_STATIC) != 0;
        CountedLoops known = loops.get(name + descriptor);
        boolean converted = synced
                && !fixed
                && known != null
                && (isStatic ? version >= TypeFacts.FIRST_VERSION : !known.overwrites());
        MethodVisitor next = super.visitMethod(
                converted ? access & ~ACC_SYNCHRONIZED : access, name, descriptor, signature, exceptions);
        if (next == null) {
            return null;
        }
        if (self.equals(THREAD) && name.equals("isAlive")) {
            // The hook asks this.
            return next;
        }
        if (self.equals(THREAD) && name.equals("getState")) {
            return new State(next);
        }
        if (self.equals(VIRTUAL) && (name.equals("mount") || name.equals("unmount"))) {
            return new Mounting(next);
        }
        if (self.equals(VIRTUAL) && name.equals("unblock")) {
            return new Unblocking(next);
        }
        if (!ofJdk && polls != Polls.NOWHERE) {
            next = new Unwinding(next);
        }
        boolean runs = name.equals("run") && descriptor.equals("()V") && !isStatic;
        MethodVisitor calls = new Calls(next, runs);
        MethodVisitor inner = calls;
        if (ofJdk && Unguarded.isCollection(self)) {
            boolean polled = !isStatic && !name.startsWith("<") && CollectionPolls.isPolled(name, known);
            return polled ? new CollectionPolls(inner, known, polls == Polls.BEFORE_ACCESSES) : inner;
        }
        boolean divided = polls != Polls.NOWHERE && known != null && !known.recurses();
        boolean tells = !ofJdk && (polls == Polls.BEFORE_ACCESSES || unordered != null);
        if (divided && tells && !name.startsWith("<")) {
            inner = new CollectionUse(inner);
        }
        Needs needs = null;
        if (unordered != null) {
            String above = name.equals("<init>") ? parent : null;
            needs = new Needs(inner, unordered, places, above, known, converted && isStatic ? 1 : 0, divided);
            if (!isStatic && known != null && !known.overwrites()) {
                needs.keepsThis();
            }
            inner = needs;
        }
        if (converted) {
            boolean polled = polls == Polls.BEFORE_ACCESSES && !known.recurses();
            int variable = isStatic ? known.variables() : 0;
            inner = isStatic ? new WithVariable(inner, descriptor, variable, "java/lang/Class") : inner;
            inner = new Locked(inner, isStatic, variable, polled, needs == null ? null : calls);
        } else if (synced || name.equals("<clinit>") && polls.compareTo(Polls.EVERYWHERE) >= 0) {
            inner = new Pinned(inner);
        }
        boolean called =
                unordered != null && isCalledByJdk(access, name, descriptor) || name.equals(REFLECTION.get(self));
        if (called && (access & (ACC_ABSTRACT | ACC_NATIVE)) == 0) {
            Object[] kept = converted && !isStatic ? new Object[] {self} : new Object[0];
            inner = new Called(inner, needs, isStatic || ofJdk ? null : places, name, descriptor, kept);
        }
        if (polls == Polls.NOWHERE) {
            return inner;
        }
        return new Positions(inner, name.startsWith("<") ? Polls.IN_LOOPS : polls, ofJdk, known, needs, version);
    }

    /**
     * Whether code of the JDK may call a method: one that it declares itself, which names no type of the program, or, by name, any; those that
     * are private it calls by name.
     */
    private boolean isCalledByJdk(int access, String name, String descriptor) {
        boolean chosen = (access & (ACC_STATIC | ACC_PRIVATE)) == 0
                && namesJdkOnly(descriptor)
                && !unordered.ahead().endsInProgram(name, descriptor);
        return !name.startsWith("<") && (chosen || name.equals("main"));
    }

    private static boolean namesJdkOnly(String descriptor) {
        for (int at = descriptor.indexOf('L'); at >= 0; at = descriptor.indexOf('L', descriptor.indexOf(';', at))) {
            if (!Links.isOfJdk(descriptor.substring(at + 1, descriptor.indexOf(';', at)))) {
                return false;
            }
        }
        return true;
    }

    private static void hook(MethodVisitor target, String name, String descriptor) {
        target.visitMethodInsn(INVOKESTATIC, HOOKS, name, descriptor, false);
    }

    /** Whether a class has hooks for threads. */
    static boolean hasHooks(String owner) {
        return owner.equals(HOOKS) || owner.equals(POLLS) || owner.equals(BESIDE);
    }

    /** Where the thread can be made to wait. */
    static void poll(MethodVisitor target, String name, String descriptor) {
        target.visitMethodInsn(INVOKESTATIC, POLLS, name, descriptor, false);
    }

    /** Where the thread may run beside others. */
    static void beside(MethodVisitor target, String name) {
        target.visitMethodInsn(INVOKESTATIC, BESIDE, name, "()V", false);
    }

    /** Polls. */
    private static final class Positions extends Steps {
        private final Polls polls;
        private final String owner;
        private final String suffix;
        private final CountedLoops loops;
        private final Needs needs;
        private final int version;
        private final Set<Label> seen = new HashSet<>();
        /** The last loop whose length was taken off. */
        private int begun = -1;

        /** Number of the next block of which the exceptions are handled. */
        private int block;
        /** By handlers that only leave a monitor: between which two labels the turn is asked for there, and where exceptions of that lead to. */
        private final Map<Label, Label[]> asking = new HashMap<>();

        private Label[] ask;
        private Label failed;

        /**
         * @param polls where they are
         * @param ofJdk whether they are in code of the JDK
         * @param loops null if nothing is known about the method
         * @param needs what has a thread ask for its turn, if threads may run beside each other in the code; else null
         * @param version of the class
         */
        Positions(MethodVisitor next, Polls polls, boolean ofJdk, CountedLoops loops, Needs needs, int version) {
            super(next);
            this.needs = needs;
            this.polls = polls;
            this.owner = needs == null ? POLLS : BESIDE;
            this.suffix = ofJdk ? "InJdk" : needs != null ? "Beside" : "";
            this.loops = loops;
            this.version = version;
        }

        /**
         * Before a monitor is left, the thread asks for its turn. In a handler that compilers write for that it may not be asked where the
         * handler handles its own exceptions: the JIT's first compiler does not compile methods in which that may happen, the
         * second one none in which nobody handles them, and at the end of the stack it could go on for ever. So exceptions of it lead elsewhere.
         */
        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            if (needs != null && loops != null && loops.isLeavingBlock(block++) && !asking.containsKey(handler)) {
                Label[] labels = {new Label(), new Label(), new Label()};
                asking.put(handler, labels);
                super.visitTryCatchBlock(labels[0], labels[1], labels[2], null);
            }
            super.visitTryCatchBlock(start, end, handler, type);
        }

        private void poll() {
            mv.visitMethodInsn(INVOKESTATIC, owner, "poll" + suffix, "()V", false);
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            if (ask != null && loops.isLeaving(step())) {
                mv.visitLabel(ask[0]);
                beside(mv, NEED_TURN);
                mv.visitLabel(ask[1]);
                needs.hasTurn();
                failed = ask[2];
            }
            ask = null;
            super.visitVarInsn(opcode, variable);
        }

        private void leaveAgain(int variable) {
            mv.visitLabel(failed);
            if (version >= WITH_FRAMES) {
                mv.visitFrame(F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
            }
            needs.hasTurn();
            mv.visitVarInsn(ALOAD, variable);
            mv.visitInsn(MONITOREXIT);
            mv.visitInsn(ATHROW);
            failed = null;
        }

        /** Where a method that calls itself ends, not where it begins: how often that is before the stack ends is left to chance. */
        @Override
        public void visitInsn(int opcode) {
            if (needs != null && loops != null) {
                needs.knows(loops.isKnown(step()));
            }
            Integer left = failed == null ? null : loops.left(step());
            boolean ends = opcode >= IRETURN && opcode <= RETURN;
            if (ends && polls.compareTo(Polls.EVERYWHERE) >= 0 && (loops == null || loops.recurses())) {
                poll();
            }
            if (opcode == MONITORENTER) {
                pollBeforeAccess(false);
            } else if (opcode >= IASTORE && opcode <= SASTORE) {
                pollBeforeAccess();
            }
            super.visitInsn(opcode);
            if (left != null) {
                leaveAgain(left);
            }
        }

        @Override
        public void visitLabel(Label label) {
            CountedLoops.Limit limit = loops == null || step() == begun ? null : loops.limit(step());
            if (limit != null) {
                begun = step();
                limit.write(mv, label);
                List<ArrayUse.Use> arrays = needs == null || !needs.isExact() ? null : loops.arrays(step());
                if (arrays != null && ArrayUse.haveRanges(arrays)) {
                    mv.visitInsn(DUP);
                    mv.visitVarInsn(ISTORE, needs.free());
                }
                mv.visitMethodInsn(INVOKESTATIC, owner, "passLoop" + suffix, "(I)V", false);
                if (arrays != null) {
                    ArrayUse.write(arrays, limit, needs.free(), label, mv);
                }
            }
            seen.add(label);
            if (needs != null && loops != null && !loops.isHead(step())) {
                needs.joins();
            }
            super.visitLabel(label);
            ask = asking.getOrDefault(label, ask);
        }

        /** What was read may have changed before it is written: then an update is lost. Not on the way to the end of the stack. */
        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            boolean writes = opcode == PUTSTATIC && polls == Polls.EVERYWHERE
                    || (opcode == PUTSTATIC || opcode == PUTFIELD) && polls.compareTo(Polls.BEFORE_WRITES) >= 0;
            if (writes && loops != null && !loops.recurses() && loops.reads(owner, name)) {
                poll();
            } else if (loops == null || !loops.isFinal(owner, name)) {
                pollBeforeAccess();
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        /** What the JDK keeps for several threads, and what not, is known to nobody here; but for texts and numbers. */
        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean texts = owner.equals("java/lang/String") || owner.equals("java/lang/StringBuilder");
            if (Links.isOfJdk(owner) && !texts && !CountedLoops.CLOSED.contains(owner) && !name.equals("<init>")) {
                pollBeforeAccess();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        /** Not in loops that count, most of which are to stay fast. */
        private void pollBeforeAccess() {
            pollBeforeAccess(loops != null && loops.isCounted(step()));
        }

        /**
         * Not on the way to the end of the stack.
         *
         * @param counted whether it is in a loop that counts and is to stay fast
         */
        private void pollBeforeAccess(boolean counted) {
            if (polls == Polls.BEFORE_ACCESSES && !counted && (loops == null || !loops.recurses())) {
                poll();
            }
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (seen.contains(label) && (loops == null || !loops.isBounded(step()))) {
                poll();
            }
            super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label fallback, Label... labels) {
            pollBefore(fallback, labels);
            super.visitTableSwitchInsn(min, max, fallback, labels);
        }

        @Override
        public void visitLookupSwitchInsn(Label fallback, int[] keys, Label[] labels) {
            pollBefore(fallback, labels);
            super.visitLookupSwitchInsn(fallback, keys, labels);
        }

        /** No compiler jumps back with a switch, but tools may. */
        private void pollBefore(Label fallback, Label... labels) {
            boolean back = seen.contains(fallback);
            for (Label label : labels) {
                back = back || seen.contains(label);
            }
            if (back) {
                poll();
            }
        }
    }

    /** Calls that make threads wait or go on. */
    private static final class Calls extends MethodVisitor {
        private final boolean runs;

        /** @param runs whether a thread may begin with this method */
        Calls(MethodVisitor next, boolean runs) {
            super(ASM9, next);
            this.runs = runs;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (runs) {
                mv.visitVarInsn(ALOAD, 0);
                hook(mv, "begin", "(Ljava/lang/Object;)V");
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == MONITORENTER) {
                super.visitInsn(DUP);
                hook(mv, "enter", "(Ljava/lang/Object;)V");
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (opcode != INVOKESTATIC && isOfObject(name, descriptor)) {
                hook(mv, name, "(Ljava/lang/Object;" + descriptor.substring(1));
            } else if (owner.equals(UNSAFE) && (name.equals("park") || name.equals("unpark"))) {
                hook(mv, name, "(L" + UNSAFE + ";" + descriptor.substring(1));
            } else if (owner.equals(THREAD) && (name.equals("yield") || name.equals("onSpinWait"))) {
                hook(mv, "yieldTurn", "()V");
            } else if (owner.equals(THREAD) && (name.equals("isAlive") || name.equals("alive"))) {
                hook(mv, "isAlive", "(L" + THREAD + ";)Z");
            } else if (opcode == INVOKEVIRTUAL && name.equals("isAlive") && descriptor.equals("()Z")) {
                // Perhaps of a class below Thread, where nobody can override it.
                mv.visitInsn(DUP);
                hook(mv, "isEnded", "(Ljava/lang/Object;)Z");
                mv.visitInsn(SWAP);
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                hook(mv, "lives", "(ZZ)Z");
            } else if (owner.equals(THREAD) && name.equals("interrupt0")) {
                interrupt(opcode);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }

        private static boolean isOfObject(String name, String descriptor) {
            return switch (name) {
                case "wait" -> descriptor.equals("()V") || descriptor.equals("(J)V") || descriptor.equals("(JI)V");
                case "notify", "notifyAll" -> descriptor.equals("()V");
                default -> false;
            };
        }

        /** Only in the JDK. */
        private void interrupt(int opcode) {
            Label skip = new Label();
            Label done = new Label();
            mv.visitInsn(DUP);
            hook(mv, "interrupts", "(L" + THREAD + ";)Z");
            mv.visitJumpInsn(IFEQ, skip);
            super.visitMethodInsn(opcode, THREAD, "interrupt0", "()V", false);
            mv.visitJumpInsn(GOTO, done);
            mv.visitLabel(skip);
            mv.visitInsn(POP);
            mv.visitLabel(done);
        }
    }

    /** A method that changes which thread the current one is. */
    private static final class Mounting extends MethodVisitor {
        Mounting(MethodVisitor next) {
            super(ASM9, next);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == RETURN) {
                hook(mv, "mounted", "()V");
            }
            super.visitInsn(opcode);
        }
    }

    /** The method with which the JDK lets a virtual thread go on that the JVM made wait for a monitor. */
    private static final class Unblocking extends MethodVisitor {
        Unblocking(MethodVisitor next) {
            super(ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            mv.visitVarInsn(ALOAD, 0);
            hook(mv, "unblocked", "(L" + THREAD + ";)V");
        }
    }

    /** The method that tells a thread's state. */
    private static final class State extends MethodVisitor {
        State(MethodVisitor next) {
            super(ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label unknown = new Label();
            mv.visitVarInsn(ALOAD, 0);
            hook(mv, "state", "(L" + THREAD + ";)Ljava/lang/Thread$State;");
            mv.visitInsn(DUP);
            mv.visitJumpInsn(IFNULL, unknown);
            mv.visitInsn(ARETURN);
            mv.visitLabel(unknown);
            mv.visitInsn(POP);
        }
    }

    /** Does something at the beginning and at each end of a method, however it ends. */
    private abstract class Bracketed extends MethodVisitor {
        private final Object[] kept;
        private final Label start = new Label();

        /** @param kept the types of variables that are still there however the method ends */
        Bracketed(MethodVisitor next, Object... kept) {
            super(ASM9, next);
            this.kept = kept;
        }

        abstract void begin();

        abstract void end();

        @Override
        public void visitCode() {
            super.visitCode();
            begin();
            mv.visitLabel(start);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= IRETURN && opcode <= ARETURN || opcode == RETURN) {
                end();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            Label end = new Label();
            handle(start, end, end);
            fail();
            mv.visitInsn(ATHROW);
            super.visitMaxs(maxStack, maxLocals);
        }

        /** From here on, what is thrown is on the stack, also if it is thrown from one label to another. */
        final void handle(Label from, Label to, Label here) {
            mv.visitLabel(here);
            mv.visitTryCatchBlock(from, to, here, null);
            if (version >= WITH_FRAMES) {
                mv.visitFrame(F_FULL, kept.length, kept, 1, new Object[] {"java/lang/Throwable"});
            }
        }

        /** What is done if the method ends with an exception. */
        void fail() {
            end();
        }
    }

    /** A synchronized method that enters its monitor itself. */
    private final class Locked extends Bracketed {
        private final boolean isStatic;
        private final int variable;
        private final boolean polled;
        private final MethodVisitor plain;

        /**
         * @param variable the one with the monitor: to load the class would be something that may fail, for the JIT, inside the monitor
         * @param polled whether there is a poll before the monitor is entered
         * @param plain to write code that does not ask for the turn, if other code does; else null
         */
        Locked(MethodVisitor next, boolean isStatic, int variable, boolean polled, MethodVisitor plain) {
            super(next, isStatic ? new Object[0] : new Object[] {self});
            this.isStatic = isStatic;
            this.variable = variable;
            this.polled = polled;
            this.plain = plain;
        }

        private void leave(MethodVisitor target) {
            target.visitVarInsn(ALOAD, variable);
            target.visitInsn(MONITOREXIT);
        }

        @Override
        void begin() {
            if (polled) {
                poll(mv, "poll", "()V");
            }
            if (isStatic) {
                mv.visitLdcInsn(Type.getObjectType(self));
                mv.visitInsn(DUP);
                mv.visitVarInsn(ASTORE, variable);
            } else {
                mv.visitVarInsn(ALOAD, 0);
            }
            mv.visitInsn(MONITORENTER);
        }

        @Override
        void end() {
            leave(mv);
        }

        /** The JIT compiles no method that may end inside its monitor: as far as it knows, to ask for the turn may fail. */
        @Override
        void fail() {
            if (plain == null) {
                end();
                return;
            }
            Label asks = new Label();
            Label asked = new Label();
            mv.visitLabel(asks);
            beside(mv, NEED_TURN);
            mv.visitLabel(asked);
            leave(plain);
            mv.visitInsn(ATHROW);
            handle(asks, asked, new Label());
            leave(plain);
        }
    }

    /** A method that code of the JDK may call, which goes on with its turn. */
    private final class Called extends Bracketed {
        private final Needs needs;
        private final Places places;
        private final String method;
        private final String descriptor;

        /**
         * @param needs what knows where the thread has its turn; null if nobody does
         * @param places where it can be found out whether the JDK calls the method; null if it is taken for granted
         */
        Called(MethodVisitor next, Needs needs, Places places, String method, String descriptor, Object... kept) {
            super(next, kept);
            this.needs = needs;
            this.places = places;
            this.method = method;
            this.descriptor = descriptor;
        }

        @Override
        void begin() {
            // It has its turn, or is called by code of the program.
        }

        @Override
        void end() {
            if (needs != null && needs.isInTurn()) {
                return;
            }
            if (places == null) {
                beside(mv, NEED_TURN);
            } else {
                boolean checked = unordered.ahead().checksEnd(method, descriptor);
                places.pass(mv, checked ? Links.promised(Links.END) : Links.END, self, method, descriptor);
            }
        }

        /** It may be that the stack ended, and code of the JDK may handle that. */
        @Override
        void fail() {
            if (!ofJdk) {
                Unwinding.tell(mv);
            }
            end();
        }
    }

    /** A method during which the thread keeps its turn, unless it waits by itself. */
    private final class Pinned extends Bracketed {
        Pinned(MethodVisitor next) {
            super(next);
        }

        @Override
        void begin() {
            hook(mv, "pin", "()V");
        }

        @Override
        void end() {
            hook(mv, "unpin", "()V");
        }
    }
}
