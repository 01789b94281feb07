import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** Defines hidden classes that look at the clock. */
public class HiddenClasses {
    static class Clock implements LongSupplier {
        @Override
        public long getAsLong() {
            return System.nanoTime() ^ new Object().hashCode();
        }
    }

    public static void main(String[] args) throws Throwable {
        byte[] code;
        try (InputStream in = HiddenClasses.class.getResourceAsStream("HiddenClasses$Clock.class")) {
            code = in.readAllBytes();
        }
        byte[] before = code.clone();
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        show(lookup.defineHiddenClass(code, true, MethodHandles.Lookup.ClassOption.NESTMATE));
        show(lookup.defineHiddenClassWithClassData(code, "data", false));
        System.out.println(Arrays.equals(before, code));
        for (byte[] broken : new byte[][] {{}, {1, 2, 3}, Arrays.copyOf(code, 40), null}) {
            try {
                lookup.defineHiddenClass(broken, true);
            } catch (Throwable e) {
                System.out.println(e);
            }
        }
    }

    private static void show(MethodHandles.Lookup lookup) throws Throwable {
        Class<?> type = lookup.lookupClass();
        LongSupplier clock = (LongSupplier) lookup.findConstructor(type, MethodType.methodType(void.class))
                .invoke();
        System.out.println(type.isHidden() + " " + clock.getAsLong());
    }
}
