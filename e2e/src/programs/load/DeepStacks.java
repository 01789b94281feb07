/** Events far down the stack, exceptions with long traces, and printing them. */
public class DeepStacks {
    public static void main(String[] args) throws Exception {
        int depth = Integer.parseInt(args[0]);
        for (int i = 0; i < 20; i++) {
            long time = descend(depth);
            try {
                fail(depth, time);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage() + " " + e.getStackTrace().length);
                if (i == 19) {
                    e.printStackTrace(System.out);
                }
            }
        }
        Peak.print();
    }

    private static long descend(int depth) {
        return depth == 0 ? System.nanoTime() : descend(depth - 1) + (depth & 1);
    }

    private static void fail(int depth, long time) {
        if (depth == 0) {
            throw new IllegalStateException("at " + time);
        }
        try {
            fail(depth - 1, time);
        } finally {
            if (depth % 1000 == 0) {
                System.identityHashCode(new Object());
            }
        }
    }
}
