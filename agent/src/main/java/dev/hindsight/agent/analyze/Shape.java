package dev.hindsight.agent.analyze;

import static org.objectweb.asm.Opcodes.ACC_ANNOTATION;
import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_VOLATILE;
import static org.objectweb.asm.Opcodes.ASM9;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;

/** What a class is and declares. */
final class Shape {
    /** The class file's limit is a little higher. */
    private static final int MOST_CONSTANTS = 65_000;

    final byte[] content;
    final String name;
    /** Null for {@code Object}. */
    final String parent;

    final List<String> interfaces;
    private final int access;
    private final int version;
    private final int constants;
    private final Map<String, Integer> fields = new LinkedHashMap<>();
    private final Map<String, Integer> methods = new LinkedHashMap<>();

    private Shape(byte[] content, ClassReader reader) {
        this.content = content;
        this.name = reader.getClassName();
        this.parent = reader.getSuperName();
        this.interfaces = List.of(reader.getInterfaces());
        this.access = reader.getAccess();
        this.version = reader.readShort(6);
        this.constants = reader.getItemCount();
    }

    static Shape of(byte[] content) {
        ClassReader reader = new ClassReader(content);
        Shape shape = new Shape(content, reader);
        reader.accept(
                new ClassVisitor(ASM9) {
                    @Override
                    public FieldVisitor visitField(
                            int access, String name, String descriptor, String signature, Object value) {
                        shape.fields.put(key(name, descriptor), access);
                        return null;
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] thrown) {
                        shape.methods.put(key(name, descriptor), access);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return shape;
    }

    private static String key(String name, String descriptor) {
        return name + " " + descriptor;
    }

    boolean isInterface() {
        return (access & ACC_INTERFACE) != 0;
    }

    boolean isAnnotation() {
        return (access & ACC_ANNOTATION) != 0;
    }

    /** Whether a field can surely be added. */
    boolean hasRoom() {
        return constants < MOST_CONSTANTS;
    }

    int version() {
        return version;
    }

    /** All types above it that it names itself. */
    List<String> above() {
        List<String> above = new ArrayList<>(interfaces);
        if (parent != null) {
            above.add(parent);
        }
        return above;
    }

    /** The fields that it declares, each as a name and a descriptor. */
    Iterable<String[]> fields() {
        return split(fields.keySet());
    }

    /** The methods of objects that it declares and that are not native. */
    Iterable<String[]> methods() {
        List<String> own = new ArrayList<>();
        for (Map.Entry<String, Integer> method : methods.entrySet()) {
            if ((method.getValue() & (ACC_STATIC | ACC_NATIVE)) == 0) {
                own.add(method.getKey());
            }
        }
        return split(own);
    }

    private static List<String[]> split(Iterable<String> keys) {
        List<String[]> members = new ArrayList<>();
        for (String key : keys) {
            members.add(key.split(" "));
        }
        return members;
    }

    /** Whether it declares a field of this name. */
    boolean hasField(String field, String descriptor) {
        return fields.containsKey(key(field, descriptor));
    }

    boolean isStatic(String field, String descriptor) {
        return (fields.get(key(field, descriptor)) & ACC_STATIC) != 0;
    }

    boolean isVolatile(String field, String descriptor) {
        return (fields.get(key(field, descriptor)) & ACC_VOLATILE) != 0;
    }

    boolean isFinal(String field, String descriptor) {
        return (fields.get(key(field, descriptor)) & ACC_FINAL) != 0;
    }

    /** Whether it declares a method of objects that is not native. */
    boolean declares(String method, String descriptor) {
        Integer access = methods.get(key(method, descriptor));
        return access != null && (access & (ACC_STATIC | ACC_NATIVE)) == 0;
    }

    /** Whether it declares a method that others may override. */
    boolean offers(String method, String descriptor) {
        Integer access = methods.get(key(method, descriptor));
        return access != null && (access & (ACC_STATIC | ACC_PRIVATE)) == 0;
    }

    boolean hasMethod(String method, String descriptor) {
        return methods.containsKey(key(method, descriptor));
    }

    /** Whether a method that it declares is the one that is called, whatever class it is called on. */
    boolean isLast(String method, String descriptor) {
        return ((access | methods.get(key(method, descriptor))) & (ACC_FINAL | ACC_PRIVATE)) != 0;
    }
}
