package dev.hindsight.agent.patch;

import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.NativeTable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** The natives of the table that programs call themselves, as far as the running JDK has them as natives. */
public final class PublicNatives {
    private PublicNatives() {}

    /** Found by reflection, which loads classes for all that a method of theirs names. */
    public static List<ClassPatcher.Target> of(NativeTable table) {
        List<ClassPatcher.Target> targets = new ArrayList<>();
        for (NativeRow row : table.rows()) {
            if (row.treatment() == NativeRow.Treatment.BY_CALL && !row.owner().startsWith("dev.hindsight.")) {
                add(row, targets);
            }
        }
        return targets;
    }

    /** What {@link #parse} takes apart. */
    public static String text(List<ClassPatcher.Target> natives) {
        StringBuilder text = new StringBuilder();
        for (ClassPatcher.Target target : natives) {
            text.append(target.owner())
                    .append(' ')
                    .append(target.name())
                    .append(' ')
                    .append(target.descriptor());
            text.append(' ')
                    .append(target.isStatic())
                    .append(' ')
                    .append(target.isOpen())
                    .append('\n');
        }
        return text.toString();
    }

    public static List<ClassPatcher.Target> parse(String text) {
        List<ClassPatcher.Target> natives = new ArrayList<>();
        for (String line : text.split("\n")) {
            String[] words = line.split(" ");
            natives.add(new ClassPatcher.Target(
                    words[0], words[1], words[2], words[3].equals("true"), words[4].equals("true")));
        }
        return natives;
    }

    /** The methods by which programs see what the collector decided. */
    public static List<ClassPatcher.Target> ofReferences() {
        List<ClassPatcher.Target> targets = new ArrayList<>();
        for (String kind : List.of("Reference", "WeakReference", "SoftReference", "PhantomReference")) {
            addReference("java/lang/ref/" + kind, !kind.equals("Reference"), targets);
        }
        addReference("java/util/WeakHashMap$Entry", false, targets);
        for (String method : List.of("poll()", "remove()", "remove(J)")) {
            int parameters = method.indexOf('(');
            targets.add(new ClassPatcher.Target(
                    "java/lang/ref/ReferenceQueue",
                    method.substring(0, parameters),
                    method.substring(parameters) + "Ljava/lang/ref/Reference;",
                    false,
                    false));
        }
        return targets;
    }

    private static void addReference(String owner, boolean isOpen, List<ClassPatcher.Target> targets) {
        String receiver = "java/lang/ref/Reference";
        targets.add(new ClassPatcher.Target(owner, "get", "()Ljava/lang/Object;", receiver, false, isOpen));
        targets.add(new ClassPatcher.Target(owner, "refersTo", "(Ljava/lang/Object;)Z", receiver, false, false));
    }

    private static void add(NativeRow row, List<ClassPatcher.Target> targets) {
        Class<?>[] parameters = new Class<?>[row.parameters().size()];
        StringBuilder descriptor = new StringBuilder("(");
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = type(row.parameters().get(i));
            descriptor.append(parameters[i].descriptorString());
        }
        descriptor.append(')').append(type(row.result()).descriptorString());
        try {
            Class<?> owner = Class.forName(row.owner(), false, null);
            Method method = owner.getDeclaredMethod(row.name(), parameters);
            if (Modifier.isNative(method.getModifiers())) {
                targets.add(new ClassPatcher.Target(
                        row.owner().replace('.', '/'),
                        row.name(),
                        descriptor.toString(),
                        Modifier.isStatic(method.getModifiers()),
                        isOpen(owner, method)));
            }
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            throw new IllegalStateException("the table names a public native that does not exist: " + row, e);
        }
    }

    private static boolean isOpen(Class<?> owner, Method method) {
        if (Modifier.isFinal(owner.getModifiers()) || Modifier.isStatic(method.getModifiers())) {
            return false;
        }
        for (Constructor<?> constructor : owner.getDeclaredConstructors()) {
            if (!Modifier.isPrivate(constructor.getModifiers())) {
                return true;
            }
        }
        return false;
    }

    private static Class<?> type(String name) {
        return switch (name) {
            case "int" -> int.class;
            case "long" -> long.class;
            case "void" -> void.class;
            case "String[]" -> String[].class;
            default -> throw new IllegalArgumentException("a public native may not have the type " + name);
        };
    }
}
