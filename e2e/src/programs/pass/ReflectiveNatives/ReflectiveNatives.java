import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Calls natives by reflection, often enough that the call is compiled. */
public class ReflectiveNatives {
    public static void main(String[] args) throws Exception {
        Method nanoTime = System.class.getMethod("nanoTime");
        Method currentTimeMillis = System.class.getMethod("currentTimeMillis");
        Method identityHashCode = System.class.getMethod("identityHashCode", Object.class);
        Method hashCode = Object.class.getMethod("hashCode");
        Method freeMemory = Runtime.class.getMethod("freeMemory");
        Method random = Math.class.getMethod("random");
        Method sleep = Thread.class.getMethod("sleep", long.class);
        System.out.println(nanoTime.invoke(null) + " " + currentTimeMillis.invoke(null) + " " + random.invoke(null));
        System.out.println(identityHashCode.invoke(null, new Object()) + " " + hashCode.invoke(new Object()));
        System.out.println(freeMemory.invoke(Runtime.getRuntime()));
        sleep.invoke(null, 5L);
        System.out.println("slept until " + nanoTime.invoke(null));
        long hash = 0;
        for (int i = 0; i < 100; i++) {
            hash = hash * 31 + (long) nanoTime.invoke(null) + (int) identityHashCode.invoke(null, new Object());
        }
        System.out.println("hash of many " + hash);
        Object numbers = Array.newInstance(int.class, 5);
        System.class
                .getMethod("arraycopy", Object.class, int.class, Object.class, int.class, int.class)
                .invoke(null, new int[] {1, 2, 3}, 0, numbers, 1, 3);
        System.out.println(Arrays.toString((int[]) numbers));
        try {
            sleep.invoke(null, -1L);
        } catch (InvocationTargetException e) {
            e.printStackTrace(System.out);
        }
    }
}
