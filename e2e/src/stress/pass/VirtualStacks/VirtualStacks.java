// jdk: 21+
/** Names, ids, states and stacks of virtual threads. */
public class VirtualStacks {
    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Thread thread = Thread.ofVirtual().name("virtual-", i).start(() -> {
                try {
                    deep(5);
                } catch (InterruptedException e) {
                    System.out.println(Thread.currentThread().getName() + " "
                            + Thread.currentThread().isVirtual());
                }
            });
            Thread.sleep(2);
            int depth = 0;
            for (StackTraceElement element : thread.getStackTrace()) {
                depth += element.getMethodName().equals("deep") ? 1 : 0;
            }
            System.out.println(depth + " " + thread.threadId() + " "
                    + thread.getThreadGroup().getName());
            thread.interrupt();
            thread.join();
            System.out.println(thread.getState() + " " + thread.isDaemon());
        }
    }

    private static void deep(int left) throws InterruptedException {
        if (left == 0) {
            Thread.sleep(10_000);
        } else {
            deep(left - 1);
        }
    }
}
