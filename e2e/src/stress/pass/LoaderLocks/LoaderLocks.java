import java.io.IOException;
import java.io.InputStream;

/** Threads that ask one class loader, which loads one class at a time and sleeps over it; the JVM enters its monitor. */
public class LoaderLocks {
    public static class Base {}

    public static class Derived extends Base {
        @Override
        public String toString() {
            return "derived";
        }
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(LoaderLocks.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("LoaderLocks$")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = LoaderLocks.class.getClassLoader().getResourceAsStream(name + ".class")) {
                Thread.sleep(2);
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException | InterruptedException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int round = 0; round < 4; round++) {
            Loader loader = new Loader();
            Thread[] threads = new Thread[3];
            for (int i = 0; i < threads.length; i++) {
                int number = i;
                threads[i] = new Thread(() -> make(number, loader));
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static void make(int number, Loader loader) {
        try {
            Class<?> type = Class.forName("LoaderLocks$Derived", true, loader);
            System.out.println(number + " " + type.getDeclaredConstructor().newInstance() + " " + System.nanoTime());
        } catch (ReflectiveOperationException e) {
            System.out.println(e);
        }
    }
}
