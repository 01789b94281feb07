// same-as-plain
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Files through subclasses of the JDK's own classes: inherited, overridden, by super, reflection, handle and reference. */
public class SubclassedFiles {
    private static final MethodType LONG = MethodType.methodType(long.class);

    /** Overrides nothing that is native. */
    static class Inheriting extends RandomAccessFile {
        Inheriting(String name, String mode) throws IOException {
            super(name, mode);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return super.read(bytes, offset, Math.min(length, 3));
        }

        long bySuper() throws IOException {
            return super.getFilePointer() * 1000 + super.length();
        }

        long byThis() throws IOException {
            return getFilePointer() * 1000 + length();
        }

        long bySuperReference() throws Exception {
            Query query = super::length;
            return query.get();
        }

        MethodHandle special() throws ReflectiveOperationException {
            return MethodHandles.lookup().findSpecial(RandomAccessFile.class, "length", LONG, Inheriting.class);
        }

        MethodHandle unreflectedSpecial() throws ReflectiveOperationException {
            Method length = RandomAccessFile.class.getMethod("length");
            return MethodHandles.lookup().unreflectSpecial(length, Inheriting.class);
        }
    }

    /** Overrides all that is native, and calls both what it overrides and itself. */
    static class Overriding extends Inheriting {
        Overriding(String name) throws IOException {
            super(name, "rw");
        }

        @Override
        public long length() throws IOException {
            return super.length() + 1_000_000;
        }

        @Override
        public long getFilePointer() throws IOException {
            return super.getFilePointer() + 2_000_000;
        }

        @Override
        public void setLength(long length) throws IOException {
            super.setLength(length + 1);
        }
    }

    static final class DirectlyOverriding extends RandomAccessFile {
        DirectlyOverriding(String name) throws IOException {
            super(name, "rw");
        }

        @Override
        public long length() throws IOException {
            return -super.length();
        }

        @Override
        public void setLength(long length) throws IOException {
            if (length > 100) {
                throw new IOException("too long");
            }
            super.setLength(length);
        }

        long other(RandomAccessFile file) throws IOException {
            return file.length() + super.length();
        }
    }

    static final class Input extends FileInputStream {
        Input(String name) throws IOException {
            super(name);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            return value < 0 ? value : Character.toUpperCase(value);
        }

        @Override
        public int read(byte[] bytes) throws IOException {
            return super.read(bytes, 0, 2);
        }
    }

    static final class Output extends FileOutputStream {
        Output(String name) throws IOException {
            super(name, true);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            super.write('<');
            super.write(bytes, offset, length);
            super.write('>');
        }
    }

    interface Query {
        long get() throws Exception;
    }

    interface QueryOf<T> {
        long get(T file) throws Exception;
    }

    public static void main(String[] args) throws Throwable {
        inherited();
        overridden();
        streams();
        failing();
        seen();
    }

    private static void inherited() throws Throwable {
        try (Inheriting file = new Inheriting("inherited.bin", "rw")) {
            file.write("0123456789".getBytes());
            RandomAccessFile plain = file;
            show("super", file.bySuper());
            show("super reference", file.bySuperReference());
            show("this", file.byThis());
            show("named", file.getFilePointer() * 1000 + file.length());
            show("plain", plain.getFilePointer() * 1000 + plain.length());
            Query bound = file::length;
            Query boundPlain = plain::getFilePointer;
            QueryOf<Inheriting> unbound = Inheriting::length;
            QueryOf<RandomAccessFile> unboundPlain = RandomAccessFile::getFilePointer;
            show("references", bound.get() + boundPlain.get() + unbound.get(file) + unboundPlain.get(file));
            file.setLength(7);
            show("cut", file.length());
            Method method = Inheriting.class.getMethod("getFilePointer");
            show("reflection", (Long) method.invoke(file));
            System.out.println(method);
            show("reflection", (Long) RandomAccessFile.class.getMethod("length").invoke(file));
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            show("handle", (long) lookup.findVirtual(Inheriting.class, "length", LONG).invokeExact(file));
            show("handle", (long) lookup.findVirtual(RandomAccessFile.class, "length", LONG).invokeExact(plain));
            show("handle", (long) lookup.unreflect(method).invoke(file));
            show("special", (long) file.special().invokeExact(file));
            show("special", (long) file.unreflectedSpecial().invokeExact(file));
            file.seek(0);
            byte[] bytes = new byte[10];
            show("read", file.read(bytes, 0, 10));
            show("pointer", file.getFilePointer());
        }
    }

    private static void overridden() throws Throwable {
        try (Overriding file = new Overriding("overridden.bin")) {
            file.write("0123456789".getBytes());
            RandomAccessFile plain = file;
            show("overridden", plain.length());
            show("overridden", plain.getFilePointer());
            show("super", file.bySuper());
            show("this", file.byThis());
            plain.setLength(4);
            show("cut", file.bySuper());
            show("reflection", (Long) RandomAccessFile.class.getMethod("length").invoke(file));
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            show("handle", (long) lookup.findVirtual(RandomAccessFile.class, "length", LONG).invokeExact(plain));
            show("special", (long) file.special().invokeExact((Inheriting) file));
            Query bound = plain::length;
            show("reference", bound.get());
        }
        try (DirectlyOverriding file = new DirectlyOverriding("direct.bin");
                RandomAccessFile other = new RandomAccessFile("direct.bin", "r")) {
            RandomAccessFile plain = file;
            plain.write(new byte[11]);
            show("direct", plain.length() * 1000 + file.other(other));
            show("direct", file.other(plain));
            try {
                plain.setLength(101);
            } catch (IOException e) {
                print(e);
            }
        }
    }

    private static void streams() throws IOException {
        try (Output out = new Output("stream.txt")) {
            out.write("a stream".getBytes());
            out.write("of text".getBytes(), 3, 4);
        }
        try (Input in = new Input("stream.txt")) {
            System.out.println((char) in.read() + "" + (char) in.read() + " " + in.available());
            System.out.println(in.read(new byte[5]) + " " + new String(in.readAllBytes()));
        }
    }

    private static void failing() throws Exception {
        Inheriting file = new Inheriting("inherited.bin", "r");
        try {
            file.setLength(1);
        } catch (IOException e) {
            print(e);
        }
        file.close();
        try {
            file.length();
        } catch (IOException e) {
            print(e);
        }
        try {
            ((RandomAccessFile) file).getFilePointer();
        } catch (IOException e) {
            print(e);
        }
        try {
            Inheriting.class.getMethod("length").invoke(file);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getMessage());
        }
    }

    /** The program's own classes look as they were written. */
    private static void seen() {
        System.out.println(Arrays.stream(Inheriting.class.getDeclaredMethods())
                .filter(method -> !method.getName().startsWith("lambda$"))
                .map(Method::toString)
                .sorted()
                .toList());
        System.out.println(Arrays.stream(Inheriting.class.getMethods())
                .filter(method -> method.getName().endsWith("ength"))
                .map(Method::toString)
                .sorted()
                .toList());
    }

    private static void print(Throwable thrown) {
        System.out.println(thrown);
        Arrays.stream(thrown.getStackTrace()).forEach(frame -> System.out.println("  " + frame));
    }

    private static void show(String what, long value) {
        System.out.println(what + " " + value);
    }
}
