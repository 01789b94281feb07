/** Threads recurse, each deep into its own stack, and are made to wait there. */
public class DeepRecursion {
    private static long shared;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(
                    null,
                    () -> {
                        long sum = 0;
                        for (int k = 0; k < 20; k++) {
                            sum = sum * 31 + fall(3_000, number);
                        }
                        System.out.println(number + " " + sum);
                    },
                    "deep " + i,
                    4 << 20);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared);
    }

    private static long fall(int left, int number) {
        shared = shared * 3 + number;
        return left == 0 ? shared : fall(left - 1, number) + shared % 7;
    }
}
