import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.IntUnaryOperator;

/** Classes that are made at run time, by several threads: lambdas, proxies, reflective calls, texts. */
public class LambdasAndProxies {
    private static long hash;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(hash);
    }

    private static void work(int number) {
        InvocationHandler handler = (proxy, method, arguments) -> (int) arguments[0] * 3 + number;
        IntUnaryOperator operator = (IntUnaryOperator) Proxy.newProxyInstance(
                LambdasAndProxies.class.getClassLoader(), new Class<?>[] {IntUnaryOperator.class}, handler);
        try {
            Method mix = LambdasAndProxies.class.getDeclaredMethod("mix", int.class);
            for (int i = 0; i < 400; i++) {
                int seen = twist(value -> operator.applyAsInt(value) ^ number, i);
                mix.invoke(null, seen);
                hash += ("text " + i + number + hash).hashCode();
                if (i % 50 == number) {
                    Thread.yield();
                }
            }
        } catch (ReflectiveOperationException e) {
            System.out.println(e);
        }
    }

    private static int twist(IntUnaryOperator operator, int value) {
        return operator.applyAsInt(value);
    }

    private static void mix(int value) {
        hash = hash * 31 + value;
        for (int i = 0; i < 30; i++) {
            hash ^= i;
        }
    }
}
