package dev.hindsight.agent.host;

import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * The order of a class's methods, as positions in their order by name.
 *
 * <p>The virtual machine sorts methods by the addresses of their names, so the order differs from run to run; a program may
 * depend on it, as test frameworks do.
 */
public final class MethodOrder {
    private MethodOrder() {}

    /** What to record: for each method its position among the sorted ones. */
    public static int[] capture(Method[] methods) {
        String[] keys = keys(methods);
        String[] sorted = keys.clone();
        Arrays.sort(sorted);
        int[] order = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            order[i] = Arrays.binarySearch(sorted, keys[i]);
        }
        return order;
    }

    /** Puts methods in the recorded order; one that does not fit leaves them sorted. */
    public static Method[] restore(Method[] methods, int[] order) {
        String[] keys = keys(methods);
        String[] sorted = keys.clone();
        Arrays.sort(sorted);
        Method[] byName = new Method[methods.length];
        for (int i = 0; i < methods.length; i++) {
            byName[Arrays.binarySearch(sorted, keys[i])] = methods[i];
        }
        if (order.length != methods.length) {
            return byName;
        }
        Method[] result = new Method[methods.length];
        for (int i = 0; i < order.length; i++) {
            if (order[i] < 0 || order[i] >= byName.length) {
                return byName;
            }
            result[i] = byName[order[i]];
        }
        return result;
    }

    /** Which list of which class this is: of all its methods, or of the public ones. */
    public static String name(Class<?> type, Method[] methods) {
        return type.getName() + " " + methods.length;
    }

    /** Names no two methods of a class share: a class may have several that differ in their result alone. */
    private static String[] keys(Method[] methods) {
        String[] keys = new String[methods.length];
        StringBuilder key = new StringBuilder();
        for (int i = 0; i < keys.length; i++) {
            key.setLength(0);
            key.append(methods[i].getName()).append('(');
            for (Class<?> parameter : methods[i].getParameterTypes()) {
                key.append(parameter.getName()).append(',');
            }
            keys[i] =
                    key.append(')').append(methods[i].getReturnType().getName()).toString();
        }
        return keys;
    }
}
