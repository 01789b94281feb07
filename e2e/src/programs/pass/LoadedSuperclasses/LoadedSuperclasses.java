import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * A class whose methods name classes and the supertypes of these: the JVM asks for them in an order that differs from run to
 * run, and a supertype may be loaded before it is asked for.
 */
public class LoadedSuperclasses {
    static class Base0 extends Exception {}

    static class Derived0 extends Base0 {}

    static class Base1 extends Exception {}

    static class Derived1 extends Base1 {}

    static class Base2 extends Exception {}

    static class Derived2 extends Base2 {}

    static class Base3 extends Exception {}

    static class Derived3 extends Base3 {}

    static class Base4 extends Exception {}

    static class Derived4 extends Base4 {}

    static class Base5 extends Exception {}

    static class Derived5 extends Base5 {}

    static class Base6 extends Exception {}

    static class Derived6 extends Base6 {}

    static class Base7 extends Exception {}

    static class Derived7 extends Base7 {}

    static class Base8 extends Exception {}

    static class Derived8 extends Base8 {}

    static class Base9 extends Exception {}

    static class Derived9 extends Base9 {}

    static class Base10 extends Exception {}

    static class Derived10 extends Base10 {}

    static class Base11 extends Exception {}

    static class Derived11 extends Base11 {}

    interface Face0 {}

    static class Made0 extends Base0 implements Runnable, Face0 {
        @Override
        public void run() {}
    }

    interface Face1 {}

    static class Made1 extends Base1 implements Runnable, Face1 {
        @Override
        public void run() {}
    }

    interface Face2 {}

    static class Made2 extends Base2 implements Runnable, Face2 {
        @Override
        public void run() {}
    }

    interface Face3 {}

    static class Made3 extends Base3 implements Runnable, Face3 {
        @Override
        public void run() {}
    }

    interface Face4 {}

    static class Made4 extends Base4 implements Runnable, Face4 {
        @Override
        public void run() {}
    }

    interface Face5 {}

    static class Made5 extends Base5 implements Runnable, Face5 {
        @Override
        public void run() {}
    }

    static class Thrower {
        static void face0(Face0 face) {}

        static void made0(Made0 made) {}

        static void face1(Face1 face) {}

        static void made1(Made1 made) {}

        static void face2(Face2 face) {}

        static void made2(Made2 made) {}

        static void face3(Face3 face) {}

        static void made3(Made3 made) {}

        static void face4(Face4 face) {}

        static void made4(Made4 made) {}

        static void face5(Face5 face) {}

        static void made5(Made5 made) {}

        static void base0() throws Base0 {
            throw new Base0();
        }

        static void derived0() throws Derived0 {
            throw new Derived0();
        }

        static void base1() throws Base1 {
            throw new Base1();
        }

        static void derived1() throws Derived1 {
            throw new Derived1();
        }

        static void base2() throws Base2 {
            throw new Base2();
        }

        static void derived2() throws Derived2 {
            throw new Derived2();
        }

        static void base3() throws Base3 {
            throw new Base3();
        }

        static void derived3() throws Derived3 {
            throw new Derived3();
        }

        static void base4() throws Base4 {
            throw new Base4();
        }

        static void derived4() throws Derived4 {
            throw new Derived4();
        }

        static void base5() throws Base5 {
            throw new Base5();
        }

        static void derived5() throws Derived5 {
            throw new Derived5();
        }

        static void base6() throws Base6 {
            throw new Base6();
        }

        static void derived6() throws Derived6 {
            throw new Derived6();
        }

        static void base7() throws Base7 {
            throw new Base7();
        }

        static void derived7() throws Derived7 {
            throw new Derived7();
        }

        static void base8() throws Base8 {
            throw new Base8();
        }

        static void derived8() throws Derived8 {
            throw new Derived8();
        }

        static void base9() throws Base9 {
            throw new Base9();
        }

        static void derived9() throws Derived9 {
            throw new Derived9();
        }

        static void base10() throws Base10 {
            throw new Base10();
        }

        static void derived10() throws Derived10 {
            throw new Derived10();
        }

        static void base11() throws Base11 {
            throw new Base11();
        }

        static void derived11() throws Derived11 {
            throw new Derived11();
        }
    }

    /** Loads the classes above itself, and looks at the clock each time it is asked. */
    private static final class Loader extends ClassLoader {
        private long asked;

        Loader(ClassLoader parent) {
            super(parent);
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                asked += System.nanoTime() % 2 + 1;
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null && name.startsWith("LoadedSuperclasses$")) {
                    loaded = define(name);
                }
                return loaded == null ? super.loadClass(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < 3; round++) {
            Loader loader = new Loader(LoadedSuperclasses.class.getClassLoader());
            Method[] methods = loader.loadClass("LoadedSuperclasses$Thrower").getDeclaredMethods();
            System.out.println(methods.length + " " + loader.asked);
            Class<?>[] thrown = Arrays.stream(methods)
                    .flatMap(method -> Arrays.stream(method.getExceptionTypes()))
                    .toArray(Class<?>[]::new);
            System.out.println(thrown.length + " " + loader.asked + " " + (thrown[0].getClassLoader() == loader));
        }
    }
}
