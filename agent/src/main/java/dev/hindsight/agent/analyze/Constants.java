package dev.hindsight.agent.analyze;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.PUTSTATIC;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;

/**
 * Finds the fields that do not change any more when others can reach them: those of objects that only constructors write, before
 * the object can be reached by others, and static ones that only the initialiser of their class writes.
 *
 * <p>Who gets at an object later got the way to it from a place that is ordered, and all that its constructor did comes before that.
 */
final class Constants {
    private static final String CONSTRUCTOR = "<init>";
    private static final String INITIALISER = "<clinit>";

    private final Shapes shapes;
    /** Whether the object escapes, by constructor or method. */
    private final Map<MemberRef, Boolean> escapes = new HashMap<>();

    /** Fields, by the class that declares them, that are written elsewhere, too. */
    private final Set<MemberRef> changing = new HashSet<>();

    /** Notes all members that code names. */
    interface Uses {
        void field(int opcode, String owner, String name, String descriptor);

        void method(int opcode, String owner, String name, String descriptor);
    }

    Constants(Shapes shapes) {
        this.shapes = shapes;
    }

    boolean isConstant(Shape declarer, String field, String descriptor) {
        return !declarer.isVolatile(field, descriptor)
                && (declarer.isFinal(field, descriptor)
                        || !changing.contains(new MemberRef(declarer.name, field, descriptor)));
    }

    /** Looks at the code of a class. */
    void visit(Shape shape, Uses uses) {
        new ClassReader(shape.content)
                .accept(
                        new ClassVisitor(ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String sign, String[] thrown) {
                                return code(shape, name, uses);
                            }
                        },
                        ClassReader.SKIP_DEBUG);
    }

    private MethodVisitor code(Shape shape, String method, Uses uses) {
        ThisFlow flow = method.equals(CONSTRUCTOR) ? new ThisFlow(this::keepToThemselves) : null;
        return new MethodVisitor(ASM9, flow) {
            private final Map<MemberRef, Integer> written = new HashMap<>();

            @Override
            public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
                super.visitFieldInsn(opcode, owner, name, descriptor);
                uses.field(opcode, owner, name, descriptor);
                if (opcode == PUTFIELD || opcode == PUTSTATIC) {
                    written.merge(new MemberRef(owner, name, descriptor), 1, Integer::sum);
                }
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
                super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
                uses.method(opcode, owner, name, descriptor);
            }

            @Override
            public void visitEnd() {
                for (Map.Entry<MemberRef, Integer> each : written.entrySet()) {
                    MemberRef field = each.getKey();
                    Shape declarer = shapes.declarer(field.owner(), field.name(), field.descriptor());
                    boolean settled = declarer == shape
                            && (flow == null
                                    ? method.equals(INITIALISER) && shape.isStatic(field.name(), field.descriptor())
                                    : flow.settles(field, each.getValue()));
                    if (declarer != null && !settled) {
                        changing.add(new MemberRef(declarer.name, field.name(), field.descriptor()));
                    }
                }
            }
        };
    }

    /** Whether a method that is called on an object gives it to nobody. */
    private boolean keepToThemselves(int opcode, String owner, String name, String descriptor) {
        try {
            Shape shape = shapes.find(owner);
            while (shape != null && !shape.hasMethod(name, descriptor)) {
                shape = shape.parent == null ? null : shapes.find(shape.parent);
            }
            boolean known = shape != null
                    && (opcode == INVOKESPECIAL || opcode == INVOKEVIRTUAL && shape.isLast(name, descriptor));
            return known && !escapes(shape, name, descriptor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean escapes(Shape shape, String name, String descriptor) {
        if (shape.name.equals("java/lang/Object")) {
            return !name.equals(CONSTRUCTOR) && !name.equals("getClass");
        }
        MemberRef method = new MemberRef(shape.name, name, descriptor);
        Boolean known = escapes.putIfAbsent(method, true);
        if (known != null) {
            // Of one that calls itself it is not known yet.
            return known;
        }
        boolean escapes = !shape.declares(name, descriptor)
                || flow(shape, name, descriptor).escapes();
        this.escapes.put(method, escapes);
        return escapes;
    }

    private ThisFlow flow(Shape shape, String name, String descriptor) {
        ThisFlow flow = new ThisFlow(this::keepToThemselves);
        new ClassReader(shape.content)
                .accept(
                        new ClassVisitor(ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String method, String type, String sign, String[] thrown) {
                                return method.equals(name) && type.equals(descriptor) ? flow : null;
                            }
                        },
                        ClassReader.SKIP_DEBUG);
        return flow;
    }
}
