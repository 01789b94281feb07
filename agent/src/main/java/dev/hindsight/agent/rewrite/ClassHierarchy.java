package dev.hindsight.agent.rewrite;

import java.util.ArrayList;
import java.util.List;

/** The superclasses of the JDK's classes, found without initialising any. */
final class ClassHierarchy {
    private static final String OBJECT = "java/lang/Object";

    private final String self;
    private final String selfSuper;

    /** Knows the class being rewritten without loading it: it may be in the middle of being loaded. */
    ClassHierarchy(String self, String selfSuper) {
        this.self = self;
        this.selfSuper = selfSuper;
    }

    String commonSuperclass(String one, String other) {
        List<String> line = line(one);
        for (String candidate : line(other)) {
            if (line.contains(candidate)) {
                return candidate;
            }
        }
        return OBJECT;
    }

    private List<String> line(String name) {
        List<String> line = new ArrayList<>();
        for (String at = name; at != null; at = superclass(at)) {
            line.add(at);
        }
        return line;
    }

    private String superclass(String name) {
        if (name.equals(self)) {
            return selfSuper;
        }
        if (name.equals(OBJECT) || name.startsWith("[")) {
            return name.equals(OBJECT) ? null : OBJECT;
        }
        try {
            Class<?> above = Class.forName(name.replace('/', '.'), false, null).getSuperclass();
            return above == null ? OBJECT : above.getName().replace('.', '/');
        } catch (ClassNotFoundException | LinkageError e) {
            return OBJECT;
        }
    }
}
