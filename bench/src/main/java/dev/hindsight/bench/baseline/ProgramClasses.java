package dev.hindsight.bench.baseline;

import dev.hindsight.agent.patch.Facts;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What is known of the classes of the program, loaded or not. */
final class ProgramClasses {
    private static final List<String> OTHERS = List.of(
            "java/",
            "javax/",
            "jdk/",
            "sun/",
            "com/sun/",
            "org/objectweb/asm/",
            "dev/hindsight/bench/baseline/",
            "dev/hindsight/agent/",
            "dev/hindsight/runtime/");
    /** Types of array have the lowest numbers; the first is that of references. */
    private static final String ARRAYS = "LZBCSIJFD";

    private final Facts facts;
    private final Map<String, Shape> shapes = new ConcurrentHashMap<>();
    private final Map<String, Integer> slots = new ConcurrentHashMap<>();
    private final AtomicInteger nextSlot = new AtomicInteger(ARRAYS.length());

    /** Of one class; without a superclass if its file was not found. */
    private record Shape(String superName, Map<String, Integer> fields) {}

    /** @param facts what is known of the program ahead */
    ProgramClasses(Facts facts) {
        this.facts = facts;
    }

    static boolean isProgram(String name) {
        return OTHERS.stream().noneMatch(name::startsWith);
    }

    /** Whether objects of the class get their identifiers from its constructors. */
    static boolean isTop(int access, String superName) {
        return (access & Opcodes.ACC_INTERFACE) == 0 && superName != null && !isProgram(superName);
    }

    static boolean isRecorded(int fieldAccess) {
        return (fieldAccess & (Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC)) == 0;
    }

    /** To be told of a class that is loaded, which may have no file. */
    void add(String name, ClassReader reader) {
        shapes.put(name, shape(reader));
    }

    /** The field that an instruction means, unless it is final, or known not to change, or one of the JDK. */
    Optional<Place> field(ClassLoader loader, boolean isStatic, String owner, String name, String descriptor) {
        if (facts.has(Facts.CONSTANT, owner, name, descriptor)) {
            return Optional.empty();
        }
        String declaring = owner;
        while (declaring != null && isProgram(declaring)) {
            Shape shape = shape(loader, declaring);
            Integer access = shape.fields().get(name + descriptor);
            if (access != null) {
                Place.Kind kind = isStatic ? Place.Kind.STATIC : Place.Kind.FIELD;
                return isRecorded(access)
                        ? Optional.of(new Place(kind, owner, name, Type.getType(descriptor), slot(declaring, name)))
                        : Optional.empty();
            }
            declaring = shape.superName();
        }
        return Optional.empty();
    }

    private int slot(String declaring, String name) {
        return slots.computeIfAbsent(declaring + '.' + name, key -> nextSlot.getAndIncrement());
    }

    static Place array(String descriptor) {
        Type element = Type.getType(descriptor.substring(1));
        int slot = Math.max(0, ARRAYS.indexOf(element.getDescriptor().charAt(0)));
        boolean reference = slot == 0;
        return new Place(
                Place.Kind.ARRAY,
                reference ? "[Ljava/lang/Object;" : descriptor,
                null,
                reference ? Type.getObjectType("java/lang/Object") : element,
                slot);
    }

    private Shape shape(ClassLoader loader, String name) {
        Shape known = shapes.get(name);
        if (known != null) {
            return known;
        }
        Shape read = read(loader, name).map(ProgramClasses::shape).orElse(new Shape(null, Map.of()));
        Shape other = shapes.putIfAbsent(name, read);
        return other != null ? other : read;
    }

    static Optional<ClassReader> read(ClassLoader loader, String name) {
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            return in == null ? Optional.empty() : Optional.of(new ClassReader(in));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Shape shape(ClassReader reader) {
        Map<String, Integer> fields = new HashMap<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public FieldVisitor visitField(int access, String name, String type, String generic, Object value) {
                        fields.put(name + type, access);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE);
        return new Shape(reader.getSuperName(), fields);
    }
}
