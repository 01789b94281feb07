import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/** Calls natives by method handle: direct, bound, combined, found by reflection. */
public class HandleNatives {
    static long last;

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle nanoTime = lookup.findStatic(System.class, "nanoTime", MethodType.methodType(long.class));
        MethodHandle millis = lookup.findStatic(System.class, "currentTimeMillis", MethodType.methodType(long.class));
        MethodHandle identity =
                lookup.findStatic(System.class, "identityHashCode", MethodType.methodType(int.class, Object.class));
        MethodHandle hashCode = lookup.findVirtual(Object.class, "hashCode", MethodType.methodType(int.class));
        System.out.println((long) nanoTime.invokeExact() + " " + (long) millis.invokeExact());
        System.out.println((int) identity.invokeExact(new Object()) + " " + (int) hashCode.invokeExact(new Object()));
        System.out.println(nanoTime.invokeWithArguments() + " " + identity.invokeWithArguments(new Object()));
        MethodHandle bound = hashCode.bindTo(new int[3]);
        System.out.println((int) bound.invokeExact() == (int) bound.invokeExact());
        System.out.println((int) bound.invokeExact());
        MethodHandle free = lookup.findVirtual(Runtime.class, "freeMemory", MethodType.methodType(long.class));
        System.out.println((long) free.invokeExact(Runtime.getRuntime()));
        MethodHandle reflected = lookup.unreflect(System.class.getMethod("nanoTime"));
        System.out.println((long) reflected.invokeExact());
        MethodHandle text = MethodHandles.filterReturnValue(
                nanoTime, lookup.findStatic(Long.class, "toString", MethodType.methodType(String.class, long.class)));
        System.out.println((String) text.invokeExact());
        VarHandle field = lookup.findStaticVarHandle(HandleNatives.class, "last", long.class);
        field.set((long) nanoTime.invokeExact());
        System.out.println(last);
        long hash = 0;
        for (int i = 0; i < 20_000; i++) {
            hash = hash * 31 + (long) nanoTime.invokeExact() + (int) identity.invokeExact(new Object());
        }
        System.out.println("hash of many " + hash);
    }
}
