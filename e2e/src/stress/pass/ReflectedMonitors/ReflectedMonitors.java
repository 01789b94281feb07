import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Consumer;

/** Threads that wait for and wake each other through reflection, handles and references to methods. */
public class ReflectedMonitors {
    private static final Object LOCK = new Object();
    private static final int ROUNDS = 60;
    private static final StringBuilder ORDER = new StringBuilder();

    private static int turn;

    interface Step {
        void run() throws Throwable;
    }

    public static void main(String[] args) throws Throwable {
        Method wait = Object.class.getMethod("wait");
        Method waitLong = Object.class.getMethod("wait", long.class);
        Method waitNanos = Object.class.getMethod("wait", long.class, int.class);
        Method notifyOne = Object.class.getMethod("notify");
        Method notifyAll = Object.class.getMethod("notifyAll");
        MethodHandle waits = MethodHandles.lookup().findVirtual(Object.class, "wait", MethodType.methodType(void.class));
        MethodHandle wakes = MethodHandles.lookup().unreflect(notifyAll);
        MethodHandle wakesText =
                MethodHandles.lookup().findVirtual(String.class, "notifyAll", MethodType.methodType(void.class));
        Consumer<Object> reference = Object::notifyAll;
        refused(notifyOne);
        refused(wait);
        Step[] waiting = {
            () -> wait.invoke(LOCK),
            () -> waitLong.invoke(LOCK, 10_000),
            () -> waitNanos.invoke(LOCK, 10_000L, 5),
            () -> waits.invoke(LOCK)
        };
        Step[] waking = {
            () -> notifyAll.invoke(LOCK), () -> wakes.invoke(LOCK), () -> reference.accept(LOCK), () -> notifyOne.invoke(LOCK)
        };
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> play(number, waiting, waking));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized ("text") {
            wakesText.invoke("text");
            waitLong.invoke("text", 1);
        }
        System.out.println(ORDER);
    }

    private static void refused(Method method) throws IllegalAccessException {
        try {
            method.invoke(LOCK);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause());
        }
        try {
            method.invoke(LOCK, "one too many");
        } catch (IllegalArgumentException | InvocationTargetException e) {
            System.out.println(e);
        }
    }

    private static void play(int number, Step[] waiting, Step[] waking) {
        try {
            for (int i = 0; i < ROUNDS; i++) {
                synchronized (LOCK) {
                    while (turn != number) {
                        waiting[i % waiting.length].run();
                    }
                    turn = 1 - number;
                    ORDER.append(number);
                    waking[i % waking.length].run();
                }
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
