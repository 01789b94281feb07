import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Calls what natives.c has. Without its second argument it does only what can be replayed. */
public class NativeCode {
    private long handle;
    private boolean isOpen;
    private String name;

    static native int pid();

    static native int negative();

    public static native long ticks(int add);

    private static native double real(double by, float and);

    static native float single();

    static native boolean odd();

    static native byte low();

    static native char letter();

    private native String text(String head);

    static native long[] longs(int count);

    static native String[] texts();

    static native void fill(byte[] array, int from);

    static native int fillBuffer(ByteBuffer buffer);

    static native ByteBuffer buffer();

    synchronized native void open();

    static native Object itself(Object first, Object second);

    static native void fail(String name);

    static native void pause(int millis);

    static native Object object();

    static native void callBack(Runnable task);

    static native int missing(String nowhere);

    public static void main(String[] args) throws Exception {
        try {
            missing("early");
        } catch (UnsatisfiedLinkError e) {
            System.out.println(e.getMessage());
        }
        System.load(args[0]);
        System.out.println(pid() + " " + negative() + " " + ticks(1) + " " + real(2, 3) + " " + single());
        System.out.println(odd() + " " + low() + " " + letter());
        NativeCode code = new NativeCode();
        System.out.println(code.text("grüße \uD83D\uDE00"));
        System.out.println(Arrays.toString(longs(3)) + " " + Arrays.toString(texts()));
        byte[] array = new byte[12];
        fill(array, 4);
        fill(array, 10);
        System.out.println(Arrays.toString(array));
        ByteBuffer buffer = ByteBuffer.allocateDirect(100).order(ByteOrder.nativeOrder());
        System.out.println(fillBuffer(buffer) + " " + buffer.getLong(0));
        ByteBuffer got = buffer().order(ByteOrder.nativeOrder());
        System.out.println(got.remaining() + " " + got.getLong());
        code.open();
        System.out.println(code.handle + " " + code.isOpen + " " + code.name);
        System.out.println(itself(array, code) == code);
        for (String type : List.of("java/io/IOException", "java/lang/IllegalStateException")) {
            try {
                fail(type);
            } catch (Exception e) {
                System.out.println(e + " at " + e.getStackTrace()[0] + " and " + e.getStackTrace()[1]);
            }
        }
        for (Method method : NativeCode.class.getDeclaredMethods()) {
            if (Modifier.isNative(method.getModifiers()) && method.getName().length() < 5) {
                System.out.println(method);
            }
        }
        System.out.println((int) NativeCode.class.getDeclaredMethod("pid").invoke(null) == pid());
        threads();
        if (args.length > 1) {
            unreplayable(args[1]);
        }
    }

    private static void threads() throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 3; k++) {
                    pause(2);
                    System.out.println(Thread.currentThread().getName() + " " + ticks(k));
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void unreplayable(String what) {
        if (what.equals("object")) {
            System.out.println(object());
        } else {
            callBack(() -> System.out.println("called"));
        }
    }
}
