package dev.hindsight.agent.analyze;

import dev.hindsight.agent.patch.TypeFacts;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells which methods of the program the JDK may call or stand behind, by the rules of {@code Links}, which asks the same of the
 * classes that are loaded.
 */
final class Reach {
    private final Shapes shapes;
    /** Methods, by the type that declares them, that the JDK may call because of a class below it. */
    private final Set<MemberRef> taken = new HashSet<>();

    Reach(Shapes shapes) throws IOException {
        this.shapes = shapes;
        for (Shape shape : shapes.program()) {
            if (TypeFacts.concernsOthers(shape.isInterface(), !shape.interfaces.isEmpty(), shape.parent)) {
                take(shape);
            }
        }
    }

    private void take(Shape shape) throws IOException {
        List<Shape> all = shapes.supertypes(shape);
        for (Shape each : all) {
            if (each == shape || !shapes.isProgram(each)) {
                continue;
            }
            List<Shape> known = shapes.supertypes(each);
            for (Shape other : all) {
                boolean concerns = each.isInterface() ? !other.isInterface() : !known.contains(other);
                if (concerns && !shapes.isProgram(other) && other.parent != null) {
                    for (String[] method : each.methods()) {
                        if (other.offers(method[0], method[1])) {
                            taken.add(new MemberRef(each.name, method[0], method[1]));
                        }
                    }
                }
            }
        }
    }

    /** Whether the JDK does not call a method of a class. */
    boolean endsInProgram(Shape shape, String name, String descriptor) throws IOException {
        return !isOffered(shape, name, descriptor) && !taken.contains(new MemberRef(shape.name, name, descriptor));
    }

    /** Whether a type of the JDK, this one or one above it, declares a method. */
    private boolean isOffered(Shape shape, String name, String descriptor) throws IOException {
        for (Shape each : shapes.supertypes(shape)) {
            if (!shapes.isProgram(each) && each.offers(name, descriptor)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the program declares whatever is called through a class, if it is called on an object. */
    boolean isOfProgram(String owner, String name, String descriptor) throws IOException {
        Shape shape = shapes.own(owner);
        if (shape == null) {
            return false;
        }
        for (Shape each = shape; each != null; each = shapes.own(each.parent)) {
            if (each.declares(name, descriptor)) {
                return true;
            }
        }
        return false;
    }

    /** The same, if it is called through an interface. */
    boolean isOfProgramOnly(String owner, String name, String descriptor) throws IOException {
        Shape shape = shapes.own(owner);
        Shape object = shapes.find("java/lang/Object");
        if (shape == null || shape.isAnnotation() || object.offers(name, descriptor)) {
            return false;
        }
        boolean found = false;
        for (Shape each : shapes.supertypes(shape)) {
            boolean own = shapes.isProgram(each);
            if (own ? taken.contains(new MemberRef(each.name, name, descriptor)) : each.offers(name, descriptor)) {
                return false;
            }
            found = found || own && each.declares(name, descriptor);
        }
        return found;
    }
}
