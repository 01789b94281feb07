package dev.hindsight.agent.patch;

/**
 * Tells whether threads may meet in a class: it waits, notifies, looks after threads or enters monitors. A look at its bytes,
 * which may say yes too often; it says no by mistake only to code that no compiler writes, a monitor without a handler.
 */
public final class MonitorUse {
    private static final String[] CALLS = {"wait", "notify", "notifyAll", "yield", "onSpinWait", "isAlive"};
    private static final int SYNCHRONIZED = 0x20;
    private static final int MONITORENTER = 0xc2;

    private MonitorUse() {}

    public static boolean isIn(byte[] content) {
        ConstantPool pool = new ConstantPool(content);
        for (int i = 1; i < pool.count(); i++) {
            if (pool.isText(i) && isCall(pool, i)) {
                return true;
            }
        }
        ClassFile file = new ClassFile(content, pool);
        for (int method : file.eachMethod()) {
            if ((file.shortAt(method) & SYNCHRONIZED) != 0 || entersMonitor(file, method)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCall(ConstantPool pool, int text) {
        for (String call : CALLS) {
            if (pool.textEquals(text, call)) {
                return true;
            }
        }
        return false;
    }

    /** Compilers leave a monitor in a handler for everything; a method without handlers need not be looked at. */
    private static boolean entersMonitor(ClassFile file, int method) {
        int code = file.codeOf(method);
        if (code == 0) {
            return false;
        }
        int end = code + ClassFile.CODE + file.codeLength(code);
        if (file.shortAt(end) == 0) {
            return false;
        }
        for (int i = code + ClassFile.CODE; i < end; i++) {
            if (file.byteAt(i) == MONITORENTER) {
                return true;
            }
        }
        return false;
    }
}
