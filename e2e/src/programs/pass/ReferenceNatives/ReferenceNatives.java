import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Calls natives by method reference: the call stands in no class file of the program. */
public class ReferenceNatives {
    interface Sleeper {
        void sleep(long millis) throws InterruptedException;
    }

    public static void main(String[] args) throws InterruptedException {
        LongSupplier nanoTime = System::nanoTime;
        LongSupplier millis = System::currentTimeMillis;
        ToIntFunction<Object> identity = System::identityHashCode;
        ToIntFunction<Object> hashCode = Object::hashCode;
        Function<Object, String> toString = Object::toString;
        IntSupplier processors = Runtime.getRuntime()::availableProcessors;
        LongSupplier free = Runtime.getRuntime()::freeMemory;
        Supplier<Double> random = Math::random;
        Sleeper sleeper = Thread::sleep;
        System.out.println(nanoTime.getAsLong() + " " + millis.getAsLong() + " " + random.get());
        System.out.println(identity.applyAsInt(new Object()) + " " + hashCode.applyAsInt(new Object()) + " "
                + toString.apply(new Object()));
        System.out.println(processors.getAsInt() + " " + free.getAsLong());
        sleeper.sleep(5);
        System.out.println(nanoTime.getAsLong());
        System.out.println(
                LongStream.generate(System::nanoTime).limit(5).boxed().toList());
        System.out.println(Stream.generate(Object::new)
                .limit(5)
                .map(System::identityHashCode)
                .toList());
        System.out.println(LongStream.generate(nanoTime).limit(20_000).reduce(0, (a, b) -> a * 31 + b));
        Object bound = new Object();
        IntSupplier boundHash = bound::hashCode;
        System.out.println(boundHash.getAsInt() == bound.hashCode());
    }
}
