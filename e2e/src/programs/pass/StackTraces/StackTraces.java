// same-as-plain
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Prints stack traces of all sorts: no frame of the recorder may show. */
public class StackTraces {
    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.toString(Thread.currentThread().getStackTrace()));
        Thread.dumpStack();
        StackWalker.getInstance().forEach(frame -> System.out.println("walk " + frame));
        StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES)
                .walk(frames -> frames.limit(20).toList())
                .forEach(frame -> System.out.println("all " + frame.getMethodName() + ":" + frame.getLineNumber()));
        System.out.println(caller());
        try {
            StackTraces.class.getDeclaredMethod("fail", int.class).invoke(null, 2);
        } catch (InvocationTargetException e) {
            e.printStackTrace(System.out);
        }
        try {
            List.of(3, 1, 2).stream().map(i -> 6 / (i - 1)).sorted().forEach(System.out::println);
        } catch (ArithmeticException e) {
            e.printStackTrace(System.out);
        }
        Supplier<Exception> late = () -> new Exception("made in a lambda", new IOException("cause"));
        Exception exception = late.get();
        exception.addSuppressed(new IllegalStateException("suppressed"));
        exception.printStackTrace(System.out);
        System.out.println(exception.getStackTrace()[0].getLineNumber());
        try (FileInputStream in = new FileInputStream("missing")) {
            System.out.println(in.read());
        } catch (IOException e) {
            System.out.println(e.getStackTrace().length + " frames");
            e.printStackTrace(System.out);
        }
        Object nothing = args.length == 0 ? null : args;
        try {
            System.out.println(nothing.hashCode());
        } catch (NullPointerException e) {
            e.printStackTrace(System.out);
        }
        try {
            Object text = "text";
            System.out.println((Integer) text);
        } catch (ClassCastException e) {
            e.printStackTrace(System.out);
        }
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println(new int[i][2 - i][-i].length);
            } catch (NegativeArraySizeException | ArrayIndexOutOfBoundsException e) {
                e.printStackTrace(System.out);
            }
        }
    }

    private static Class<?> caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .getCallerClass();
    }

    static void fail(int depth) {
        if (depth == 0) {
            throw new IllegalArgumentException("at the bottom");
        }
        fail(depth - 1);
    }
}
