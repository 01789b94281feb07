package dev.hindsight.agent.rewrite;

import static org.objectweb.asm.Opcodes.ACONST_NULL;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DCONST_0;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.GOTO;
import static org.objectweb.asm.Opcodes.I2L;
import static org.objectweb.asm.Opcodes.ICONST_0;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.IFNE;
import static org.objectweb.asm.Opcodes.ILOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.ISTORE;
import static org.objectweb.asm.Opcodes.L2I;
import static org.objectweb.asm.Opcodes.LCONST_0;
import static org.objectweb.asm.Opcodes.LCONST_1;

import dev.hindsight.trace.NativeRow;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Wraps the calls of natives where they stand.
 *
 * <p>A loaded class takes no new methods and its natives have no bodies, so the wrapper lies around the call: the arguments
 * go to fresh locals, the event begins with what goes in, the native runs if the sink says so, then what came out passes
 * through the sink. The wrapper's exception handler must come before the method's own, so those are held back to the end.
 */
final class NativeCallWrapper extends MethodVisitor {
    static final String HOOKS = "dev/hindsight/runtime/Hooks";
    private static final String NET_HOOKS = "dev/hindsight/runtime/NetHooks";
    private static final String LIBRARY_HOOKS = "dev/hindsight/runtime/LibraryHooks";
    private static final String BEAN_HOOKS = "dev/hindsight/runtime/BeanHooks";
    static final String SINK = "Ldev/hindsight/runtime/EventSink;";

    /** What natives of channels return when they cannot do what is asked. */
    private static final long UNSUPPORTED_CASE = -6;

    private record TryBlock(Label start, Label end, Label handler, String type) {}

    private final NativeSites sites;
    private final String self;
    private final int firstLocal;
    private final List<TryBlock> blocks = new ArrayList<>();

    /** State of the call being wrapped. */
    private int[] arguments;

    private Type[] types;
    private int receiver;
    private int sink;
    private int result;
    private Type resultType;
    private String owner;
    private NativeRow.Item library;
    private NativeRow.Item command;

    NativeCallWrapper(MethodVisitor next, NativeSites sites, String self, int firstLocal) {
        super(ASM9, next);
        this.sites = sites;
        this.self = self;
        this.firstLocal = firstLocal;
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        blocks.add(new TryBlock(start, end, handler, type));
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        for (TryBlock block : blocks) {
            super.visitTryCatchBlock(block.start, block.end, block.handler, block.type);
        }
        super.visitMaxs(maxStack, maxLocals);
    }

    @Override
    public void visitMethodInsn(int opcode, String target, String name, String descriptor, boolean isInterface) {
        NativeRow row = sites.row(target, name, descriptor);
        if (row == null) {
            super.visitMethodInsn(opcode, target, name, descriptor, isInterface);
            return;
        }
        boolean unsupported = row.treatment() == NativeRow.Treatment.UNSUPPORTED;
        if (unsupported || row.treatment() == NativeRow.Treatment.UNRECORDED) {
            mv.visitLdcInsn(row.id());
            hook(unsupported ? "unsupported" : "unrecorded", "(I)V");
            super.visitMethodInsn(opcode, target, name, descriptor, isInterface);
            return;
        }
        owner = target;
        library = item(row, NativeRow.Kind.LIBRARY);
        command = item(row, NativeRow.Kind.COMMAND);
        spill(opcode, descriptor);
        Label refused = refused(row);
        begin(opcode, row);
        Label skip = new Label();
        sink();
        if (library == null) {
            hook("calls", "(" + SINK + ")Z");
        } else {
            mv.visitVarInsn(ALOAD, arguments[library.argument(0) + 1]);
            libraryHook("calls", "(" + SINK + "Ljava/lang/String;)Z");
        }
        mv.visitJumpInsn(IFEQ, skip);
        call(opcode, target, name, descriptor, isInterface);
        mv.visitLabel(skip);
        sink();
        hook("completes", "(" + SINK + ")V");
        for (NativeRow.Item item : row.out()) {
            if (!item.kind().isSilent()) {
                out(item);
            }
        }
        if (library != null) {
            sink();
            load(library, 0);
            mv.visitVarInsn(ILOAD, result);
            libraryHook("loaded", "(" + SINK + "Ljava/lang/Object;Z)V");
        }
        sink();
        hook("end", "(" + SINK + ")V");
        changes(row);
        if (resultType != Type.VOID_TYPE) {
            mv.visitVarInsn(resultType.getOpcode(ILOAD), result);
        }
        if (refused != null) {
            Label done = new Label();
            mv.visitJumpInsn(GOTO, done);
            mv.visitLabel(refused);
            mv.visitLdcInsn(UNSUPPORTED_CASE);
            mv.visitLabel(done);
        }
    }

    /** What goes in of this kind; null for nothing. */
    private static NativeRow.Item item(NativeRow row, NativeRow.Kind kind) {
        for (NativeRow.Item item : row.in()) {
            if (item.kind() == kind) {
                return item;
            }
        }
        return null;
    }

    /** Where a call goes on that is not made; null if there is no such case. */
    private Label refused(NativeRow row) {
        for (NativeRow.Item item : row.out()) {
            if (item.kind() == NativeRow.Kind.UNPRINTED) {
                Label refused = new Label();
                descriptor(item);
                hook("isPrinted", "(Ljava/io/FileDescriptor;)Z");
                mv.visitJumpInsn(IFNE, refused);
                return refused;
            }
        }
        return null;
    }

    private void spill(int opcode, String descriptor) {
        types = Type.getArgumentTypes(descriptor);
        resultType = Type.getReturnType(descriptor);
        arguments = new int[types.length];
        int next = firstLocal;
        receiver = next++;
        sink = next++;
        result = next;
        next += 2;
        for (int i = 0; i < types.length; i++) {
            arguments[i] = next;
            next += types[i].getSize();
        }
        for (int i = types.length - 1; i >= 0; i--) {
            mv.visitVarInsn(types[i].getOpcode(ISTORE), arguments[i]);
        }
        if (opcode != INVOKESTATIC) {
            mv.visitVarInsn(ASTORE, receiver);
        }
    }

    private void begin(int opcode, NativeRow row) {
        if (opcode == INVOKESTATIC && !owner.equals(self)) {
            // Skipping a static native must not skip the initialisation of its class.
            mv.visitLdcInsn(Type.getObjectType(owner));
            mv.visitMethodInsn(INVOKESTATIC, HOOKS, "initialize", "(Ljava/lang/Class;)V", false);
        }
        if (row.name().equals("lookupAllHostAddr")) {
            netHook("looksUp", "()V");
        }
        maps(row);
        mv.visitLdcInsn(row.id());
        if (library == null && command == null) {
            hook("enter", "(I)" + SINK);
        } else {
            load(library == null ? command : library, 0);
            libraryHook("enter", "(ILjava/lang/Object;)" + SINK);
        }
        mv.visitVarInsn(ASTORE, sink);
        for (NativeRow.Item item : row.in()) {
            in(item);
        }
        if (resultType != Type.VOID_TYPE) {
            mv.visitInsn(
                    switch (resultType.getSort()) {
                        case Type.LONG -> LCONST_0;
                        case Type.DOUBLE -> DCONST_0;
                        case Type.OBJECT, Type.ARRAY -> ACONST_NULL;
                        default -> ICONST_0;
                    });
            mv.visitVarInsn(resultType.getOpcode(ISTORE), result);
        }
    }

    private void call(int opcode, String target, String name, String descriptor, boolean isInterface) {
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label done = new Label();
        super.visitTryCatchBlock(start, end, handler, "java/lang/Throwable");
        mv.visitLabel(start);
        if (opcode != INVOKESTATIC) {
            mv.visitVarInsn(ALOAD, receiver);
        }
        for (int i = 0; i < types.length; i++) {
            mv.visitVarInsn(types[i].getOpcode(ILOAD), arguments[i]);
        }
        mv.visitMethodInsn(opcode, target, name, descriptor, isInterface);
        mv.visitLabel(end);
        ran();
        if (name.equals("environ")) {
            hook("environment", "([[B)[[B");
        } else if (name.equals("getVmArguments0")) {
            hook("arguments", "([Ljava/lang/String;)[Ljava/lang/String;");
        } else if (name.startsWith("isIPv6")) {
            netHook("hasIpv6", "(Z)Z");
        }
        if (name.equals("info0")) {
            mv.visitVarInsn(ALOAD, receiver);
            hook("processInfo", "(Ljava/lang/Object;)V");
        }
        if (resultType != Type.VOID_TYPE) {
            mv.visitVarInsn(resultType.getOpcode(ISTORE), result);
        }
        mv.visitJumpInsn(GOTO, done);
        mv.visitLabel(handler);
        mv.visitVarInsn(ASTORE, result);
        ran();
        sink();
        mv.visitVarInsn(ALOAD, result);
        hook("threw", "(" + SINK + "Ljava/lang/Throwable;)V");
        mv.visitVarInsn(ALOAD, result);
        mv.visitInsn(ATHROW);
        mv.visitLabel(done);
    }

    private void ran() {
        if (library != null) {
            sink();
            libraryHook("ran", "(" + SINK + ")V");
        }
    }

    private void in(NativeRow.Item item) {
        if (item.kind().isSilent()) {
            return;
        }
        sink();
        switch (item.kind()) {
            case FD -> {
                descriptor(item);
                hook("inDescriptor", "(" + SINK + "Ljava/io/FileDescriptor;)V");
            }
            case IFD -> {
                load(item, 0);
                hook("inDescriptor", "(" + SINK + "I)V");
            }
            case NUMBER -> {
                loadLong(item, 0);
                hook("inNumber", "(" + SINK + "J)V");
            }
            case TEXT -> {
                load(item, 0);
                hook("inText", "(" + SINK + "Ljava/lang/String;)V");
            }
            case FILE -> {
                load(item, 0);
                hook("inFile", "(" + SINK + "Ljava/io/File;)V");
            }
            case PATH -> {
                load(item, 0);
                hook("inPath", "(" + SINK + "J)V");
            }
            case DATA -> {
                load(item, 0);
                load(item, 1);
                load(item, 2);
                hook("inData", "(" + SINK + "[BII)V");
            }
            case MEMORY -> {
                load(item, 0);
                loadLong(item, 1);
                hook("inMemory", "(" + SINK + "JJ)V");
            }
            case VECTOR -> {
                load(item, 0);
                load(item, 1);
                hook("inVector", "(" + SINK + "JI)V");
            }
            case ADDRESS -> {
                load(item, 0);
                netHook("inAddress", "(" + SINK + "Ljava/net/InetAddress;)V");
            }
            case ARRAY -> {
                load(item, 0);
                netHook("inArray", "(" + SINK + "[B)V");
            }
            default -> throw new IllegalArgumentException(item.toString());
        }
    }

    private void out(NativeRow.Item item) {
        sink();
        switch (item.kind()) {
            case RESULT -> outResult();
            case DESCRIPTOR -> {
                mv.visitVarInsn(ILOAD, result);
                hook("descriptor", "(" + SINK + "I)I");
                mv.visitVarInsn(ISTORE, result);
            }
            case HANDLE -> {
                loadResultLong();
                hook("handle", "(" + SINK + "J)J");
                mv.visitVarInsn(resultType.getOpcode(ISTORE), result);
            }
            case MAPPING -> {
                loadResultLong();
                loadLong(item, 2);
                hook("mapping", "(" + SINK + "JJ)J");
                mv.visitVarInsn(resultType.getOpcode(ISTORE), result);
            }
            case FD -> {
                descriptor(item);
                hook("outDescriptor", "(" + SINK + "Ljava/io/FileDescriptor;)V");
            }
            case BYTES -> {
                load(item, 0);
                load(item, 1);
                loadResultLong();
                hook("outBytes", "(" + SINK + "[BIJ)V");
            }
            case MEMORY -> {
                load(item, 0);
                loadResultLong();
                hook("outMemory", "(" + SINK + "JJ)V");
            }
            case VECTOR -> {
                load(item, 0);
                load(item, 1);
                loadResultLong();
                hook("outVector", "(" + SINK + "JIJ)V");
            }
            case BUFFER -> {
                load(item, 0);
                loadLong(item, 1);
                loadResultLong();
                hook("outBuffer", "(" + SINK + "JJJ)V");
            }
            case FIELDS -> {
                load(item, 0);
                hook("outFields", "(" + SINK + "Ljava/lang/Object;)V");
            }
            case LONGS -> {
                load(item, 0);
                hook("outLongs", "(" + SINK + "[J)V");
            }
            case INTS -> {
                load(item, 0);
                hook("outInts", "(" + SINK + "[I)V");
            }
            case DOUBLES -> {
                load(item, 0);
                hook("outDoubles", "(" + SINK + "[D)V");
            }
            case ENDPOINT -> {
                load(item, 0);
                netHook("outEndpoint", "(" + SINK + "[Ljava/net/InetSocketAddress;)V");
            }
            case NAME -> {
                load(item, 0);
                netHook("outName", "(" + SINK + "[Ljava/lang/Object;)V");
            }
            case SENDER -> {
                load(item, 0);
                loadResultLong();
                netHook("outSender", "(" + SINK + "JJ)V");
            }
            case EVENTS -> {
                load(item, 0);
                loadResultLong();
                netHook("outEvents", "(" + SINK + "JJ)V");
            }
            case POLLED -> {
                load(item, 0);
                load(item, 1);
                netHook("outPolled", "(" + SINK + "JI)V");
            }
            case DESCRIPTORS -> {
                load(item, 0);
                netHook("outDescriptors", "(" + SINK + "[I)V");
            }
            case PIPE -> {
                loadResultLong();
                netHook("pipe", "(" + SINK + "J)J");
                mv.visitVarInsn(resultType.getOpcode(ISTORE), result);
            }
            default -> throw new IllegalArgumentException(item.toString());
        }
    }

    /** A mapping is preceded by an event that says of which file it is. */
    private void maps(NativeRow row) {
        for (NativeRow.Item item : row.out()) {
            if (item.kind() == NativeRow.Kind.MAPPING) {
                descriptor(row.in().get(0));
                load(item, 0);
                loadLong(item, 1);
                hook("fileMapped", "(Ljava/io/FileDescriptor;IJ)V");
            }
        }
    }

    private void changes(NativeRow row) {
        for (NativeRow.Item item : row.out()) {
            if (item.kind() == NativeRow.Kind.WRITES) {
                changed(item);
                if (item.arguments().size() > 1) {
                    loadLong(item, 1);
                } else {
                    mv.visitLdcInsn(-1L);
                }
                loadWritten(row);
                hook("fileChanged", "(" + SINK + changedType(item) + "JJ)V");
            } else if (item.kind() == NativeRow.Kind.RESIZES) {
                changed(item);
                mv.visitInsn(LCONST_0);
                mv.visitInsn(LCONST_0);
                hook("fileChanged", "(" + SINK + changedType(item) + "JJ)V");
            }
        }
    }

    private void changed(NativeRow.Item item) {
        sink();
        if (item.arguments().isEmpty()) {
            mv.visitVarInsn(ILOAD, result);
        } else {
            descriptor(item);
        }
    }

    private String changedType(NativeRow.Item item) {
        boolean number = item.arguments().isEmpty()
                || !item.arguments().get(0).startsWith("this") && types[item.argument(0)] == Type.INT_TYPE;
        return number ? "I" : "Ljava/io/FileDescriptor;";
    }

    /** How many bytes the native wrote: what it returned, or the length of the data, or one. */
    private void loadWritten(NativeRow row) {
        if (resultType != Type.VOID_TYPE) {
            loadResultLong();
            return;
        }
        for (NativeRow.Item item : row.in()) {
            if (item.kind() == NativeRow.Kind.DATA) {
                loadLong(item, 2);
                return;
            }
        }
        mv.visitInsn(LCONST_1);
    }

    private void outResult() {
        String type = resultType.getDescriptor();
        String method =
                switch (type) {
                    case "Ljava/lang/String;" -> "text";
                    case "[B" -> "bytes";
                    case "[Ljava/lang/String;" -> "texts";
                    case "[[B" -> "byteArrays";
                    case "[Ljava/net/InetAddress;" -> "addresses";
                    case "Ljava/net/InetAddress;" -> "address";
                    case "[Ljava/net/NetworkInterface;" -> "interfaces";
                    case "Ljava/net/NetworkInterface;" -> "networkInterface";
                    case "Ljava/lang/management/MemoryUsage;" -> "usage";
                    case "[I" -> "pair";
                    case "D" -> "real";
                    default -> "number";
                };
        if (method.equals("number")) {
            loadResultLong();
            hook(method, "(" + SINK + "J)J");
            if (resultType != Type.LONG_TYPE) {
                mv.visitInsn(L2I);
            }
        } else {
            mv.visitVarInsn(resultType.getOpcode(ILOAD), result);
            mv.visitMethodInsn(INVOKESTATIC, hooksOf(type), method, "(" + SINK + type + ")" + type, false);
        }
        mv.visitVarInsn(resultType.getOpcode(ISTORE), result);
    }

    private static String hooksOf(String type) {
        return type.contains("java/net/") ? NET_HOOKS : type.contains("/management/") ? BEAN_HOOKS : HOOKS;
    }

    private void sink() {
        mv.visitVarInsn(ALOAD, sink);
    }

    private void hook(String name, String descriptor) {
        mv.visitMethodInsn(INVOKESTATIC, HOOKS, name, descriptor, false);
    }

    private void netHook(String name, String descriptor) {
        mv.visitMethodInsn(INVOKESTATIC, NET_HOOKS, name, descriptor, false);
    }

    private void libraryHook(String name, String descriptor) {
        mv.visitMethodInsn(INVOKESTATIC, LIBRARY_HOOKS, name, descriptor, false);
    }

    private void load(NativeRow.Item item, int index) {
        if (item.arguments().get(index).equals("this")) {
            mv.visitVarInsn(ALOAD, receiver);
        } else {
            int argument = item.argument(index);
            mv.visitVarInsn(types[argument].getOpcode(ILOAD), arguments[argument]);
        }
    }

    private void loadLong(NativeRow.Item item, int index) {
        load(item, index);
        if (types[item.argument(index)] != Type.LONG_TYPE) {
            mv.visitInsn(I2L);
        }
    }

    private void loadResultLong() {
        mv.visitVarInsn(resultType.getOpcode(ILOAD), result);
        if (resultType != Type.LONG_TYPE) {
            mv.visitInsn(I2L);
        }
    }

    private void descriptor(NativeRow.Item item) {
        if (item.arguments().get(0).equals("this.fd")) {
            mv.visitVarInsn(ALOAD, receiver);
            mv.visitFieldInsn(GETFIELD, owner, "fd", "Ljava/io/FileDescriptor;");
        } else {
            load(item, 0);
        }
    }
}
