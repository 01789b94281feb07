package dev.hindsight.agent.patch;

/** Where the methods of a class are: the JVM gives a class that is loaded back with them in an order that depends on addresses. */
public final class MethodBounds {
    private MethodBounds() {}

    /** Where each method begins, and where the last one ends. */
    public static int[] of(byte[] content) {
        ClassFile file = new ClassFile(content, new ConstantPool(content));
        int[] each = file.eachMethod();
        int[] bounds = new int[each.length + 1];
        System.arraycopy(each, 0, bounds, 0, each.length);
        bounds[each.length] = file.attributes();
        return bounds;
    }
}
