/** Threads whose stack ends, at a depth that differs from run to run, beside one that counts. */
public class StackOverflows {
    private static int ended;
    private static int order;
    private static long counted;
    /** Not shown: it depends on the depth. */
    private static int calls;
    private static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread counter = new Thread(StackOverflows::count);
        counter.start();
        Thread[] deep = new Thread[2];
        for (int i = 0; i < deep.length; i++) {
            int number = i;
            deep[i] = new Thread(() -> fall(number));
            deep[i].start();
        }
        for (Thread thread : deep) {
            thread.join();
        }
        stop = true;
        counter.join();
        System.out.println(ended + " " + order + " " + counted);
    }

    private static void count() {
        while (!stop) {
            counted++;
            order = order * 31 + ended;
        }
    }

    private static void fall(int number) {
        for (int i = 0; i < 10; i++) {
            try {
                order += call(0);
            } catch (StackOverflowError e) {
                ended++;
                order = order * 31 + number;
            }
            order += sum(i);
        }
    }

    private static int call(int depth) {
        calls++;
        return call(depth + 1) + 1;
    }

    private static int sum(int depth) {
        return depth == 0 ? 1 : sum(depth - 1) + sum(depth - 1);
    }
}
