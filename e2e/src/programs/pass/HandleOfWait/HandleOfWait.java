import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Waits through a method handle, before and after a second thread; what the JDK makes for it must be the same each time. */
public class HandleOfWait {
    public static void main(String[] args) throws Throwable {
        Object lock = new Object();
        MethodHandle wait = MethodHandles.publicLookup().unreflect(Object.class.getMethod("wait"));
        Thread.currentThread().interrupt();
        synchronized (lock) {
            try {
                wait.invoke(lock);
            } catch (InterruptedException e) {
                System.out.println("interrupted " + lock.hashCode());
            }
        }
        Thread other = new Thread(() -> System.out.println("other " + new Object().hashCode()));
        other.start();
        other.join();
        MethodHandle waitLong = MethodHandles.publicLookup()
                .findVirtual(Object.class, "wait", MethodType.methodType(void.class, long.class));
        synchronized (lock) {
            waitLong.invoke(lock, 1L);
        }
        System.out.println("waited " + new Object().hashCode());
    }
}
