import java.util.Map;

/** Where another thread is: in the program's own methods. */
public class OtherStacks {
    private static final Object LOCK = new Object();
    private static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread waiting = new Thread(OtherStacks::waitForever, "waiting");
        Thread busy = new Thread(OtherStacks::spin, "busy");
        waiting.setDaemon(true);
        waiting.start();
        busy.start();
        for (int i = 0; i < 5; i++) {
            Thread.sleep(1);
            print(waiting.getStackTrace());
            print(busy.getStackTrace());
        }
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        print(all.get(waiting));
        print(all.get(Thread.currentThread()));
        stop = true;
        busy.join();
        System.out.println(busy.getStackTrace().length);
    }

    private static void print(StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement element : stack) {
            if (element.getClassName().startsWith("OtherStacks")) {
                text.append(element.getMethodName()).append(' ');
            }
        }
        System.out.println(text);
    }

    private static void waitForever() {
        synchronized (LOCK) {
            try {
                LOCK.wait();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        }
    }

    private static void spin() {
        while (!stop) {
            spinInside();
        }
    }

    private static void spinInside() {
        for (int i = 0; i < 1000 && !stop; i++) {
            Thread.onSpinWait();
        }
    }
}
