package dev.hindsight.agent.rewrite;

import dev.hindsight.agent.patch.ConstantPool;
import dev.hindsight.trace.NativeRow;
import dev.hindsight.trace.NativeTable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds out which row of the table, if any, a call in the JDK's code means. */
final class NativeSites {
    private final Map<String, NativeRow> rows = new HashMap<>();

    /** Only rows that are native in the running JDK count: releases move methods between Java and native code. */
    NativeSites(NativeTable table) {
        Map<String, List<String>> natives = new HashMap<>();
        for (NativeRow row : table.rows()) {
            List<String> found = natives.get(row.owner());
            if (found == null) {
                found = nativesOf(row.owner());
                natives.put(row.owner(), found);
            }
            if (row.treatment() != NativeRow.Treatment.BY_CALL
                    && found.contains(row.result() + " " + row.signature())) {
                rows.put(key(row.owner(), row.result(), row.signature()), row);
                for (String alias : row.aliases()) {
                    rows.putIfAbsent(key(alias, row.result(), row.signature()), row);
                }
            }
        }
    }

    private static List<String> nativesOf(String owner) {
        List<String> found = new ArrayList<>();
        try {
            for (Method method : Class.forName(owner, false, null).getDeclaredMethods()) {
                if (Modifier.isNative(method.getModifiers())) {
                    found.add(signature(method));
                }
            }
        } catch (ClassNotFoundException e) {
            // Another release has this class.
            return found;
        }
        return found;
    }

    private static String signature(Method method) {
        StringBuilder text = new StringBuilder(method.getReturnType().getSimpleName());
        text.append(' ').append(method.getName()).append('(');
        String separator = "";
        for (Class<?> parameter : method.getParameterTypes()) {
            text.append(separator).append(parameter.getSimpleName());
            separator = ",";
        }
        return text.append(')').toString();
    }

    /** The row of a call, or null. */
    NativeRow row(String owner, String name, String descriptor) {
        StringBuilder signature = new StringBuilder(name).append('(');
        String separator = "";
        org.objectweb.asm.Type type = org.objectweb.asm.Type.getMethodType(descriptor);
        for (org.objectweb.asm.Type argument : type.getArgumentTypes()) {
            signature.append(separator).append(simpleName(argument));
            separator = ",";
        }
        return rows.get(key(
                owner.replace('/', '.'),
                simpleName(type.getReturnType()),
                signature.append(')').toString()));
    }

    /** Whether a class may contain such calls, judged by its constant pool. */
    boolean mentions(byte[] code) {
        ConstantPool pool = new ConstantPool(code);
        for (int i = 1; i < pool.count(); i++) {
            if (pool.isMethod(i)) {
                int nameAndType = pool.second(i);
                String owner = pool.text(pool.first(pool.first(i)));
                if (!owner.startsWith("[")
                        && row(owner, pool.text(pool.first(nameAndType)), pool.text(pool.second(nameAndType)))
                                != null) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String simpleName(org.objectweb.asm.Type type) {
        String name = type.getClassName();
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }

    private static String key(String owner, String result, String signature) {
        return owner + " " + result + " " + signature;
    }
}
