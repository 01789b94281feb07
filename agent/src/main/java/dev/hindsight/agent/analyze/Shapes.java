package dev.hindsight.agent.analyze;

import dev.hindsight.agent.patch.TypeFacts;
import dev.hindsight.runtime.Links;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The classes of a program, which are those of its class path that get hooks, and what is above them. */
final class Shapes {
    private final Map<String, Shape> program = new LinkedHashMap<>();
    /** Others, by name; null for those that are missing. */
    private final Map<String, Shape> others = new HashMap<>();

    /** @param classes by internal name */
    Shapes(Map<String, byte[]> classes) throws IOException {
        Set<String> packages = packagesOfModules();
        for (Map.Entry<String, byte[]> each : classes.entrySet()) {
            Shape shape = read(each.getValue());
            if (shape != null) {
                boolean found = shape.name.equals(each.getKey()) && !isOfJdk(shape.name, packages);
                boolean hooked = shape.isInterface() || shape.version() >= TypeFacts.FIRST_VERSION && shape.hasRoom();
                (found && hooked ? program : others).put(each.getKey(), shape);
            }
        }
        List<Shape> all = new ArrayList<>(program.values());
        for (Shape shape : all) {
            if (!isComplete(shape)) {
                program.remove(shape.name);
                others.put(shape.name, shape);
            }
        }
    }

    /** Null if this is no class, or one of a version that is not known yet. */
    private static Shape read(byte[] content) {
        try {
            return Shape.of(content);
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** What is in a package of a module is not looked for on the class path. */
    private static boolean isOfJdk(String name, Set<String> packages) {
        int end = name.lastIndexOf('/');
        return Links.isOfJdk(name)
                || end > 0 && packages.contains(name.substring(0, end).replace('/', '.'));
    }

    private static Set<String> packagesOfModules() {
        Set<String> packages = new HashSet<>();
        for (Module module : ModuleLayer.boot().modules()) {
            packages.addAll(module.getPackages());
        }
        return packages;
    }

    private boolean isComplete(Shape shape) throws IOException {
        for (Shape each : supertypes(shape)) {
            for (String above : each.above()) {
                if (find(above) == null) {
                    return false;
                }
            }
        }
        return true;
    }

    Collection<Shape> program() {
        return program.values();
    }

    boolean isProgram(Shape shape) {
        return program.containsKey(shape.name);
    }

    /** A class of the program; null if it is none. */
    Shape own(String name) {
        return program.get(name);
    }

    /** Any class; null if it is missing. */
    Shape find(String name) throws IOException {
        Shape own = program.get(name);
        if (own == null && !others.containsKey(name)) {
            try (InputStream in = ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ".class")) {
                others.put(name, in == null ? null : Shape.of(in.readAllBytes()));
            }
        }
        return own == null ? others.get(name) : own;
    }

    /** A type and all above it, but {@code Object} if it is an interface. */
    List<Shape> supertypes(Shape shape) throws IOException {
        List<Shape> all = new ArrayList<>();
        add(shape, all);
        return all;
    }

    private void add(Shape shape, List<Shape> all) throws IOException {
        if (shape == null || all.contains(shape)) {
            return;
        }
        all.add(shape);
        for (String above : shape.above()) {
            if (!shape.isInterface() || !above.equals(shape.parent)) {
                add(find(above), all);
            }
        }
    }

    /** Whether all classes from this one up to the first of the JDK are the program's. */
    boolean isAllOwn(String owner) {
        Shape shape = own(owner);
        while (shape != null && !Links.isOfJdk(shape.parent)) {
            shape = own(shape.parent);
        }
        return shape != null;
    }

    /** The class of the program, this one or one above it, that declares a field; null if it is another's. */
    Shape declarer(String owner, String field, String descriptor) {
        Shape shape = own(owner);
        while (shape != null && !shape.hasField(field, descriptor)) {
            Shape found = null;
            for (String each : shape.interfaces) {
                found = found == null ? declarer(each, field, descriptor) : found;
            }
            if (found != null) {
                return found;
            }
            shape = own(shape.parent);
        }
        return shape;
    }
}
