/** Identity hashes and clocks, drawn by several threads. */
public class HashesAndClocks {
    private static long hash;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> draw(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(hash);
    }

    private static void draw(int number) {
        long least = Long.MAX_VALUE;
        long before = System.nanoTime();
        for (int i = 0; i < 2_000; i++) {
            hash = hash * 31 + System.identityHashCode(new Object()) + new Object().hashCode();
            long now = System.nanoTime();
            least = Math.min(least, now - before);
            before = now;
            if (i % 500 == number) {
                Thread.yield();
                hash += System.currentTimeMillis();
            }
        }
        System.out.println(number + " " + least + " " + new Object());
    }
}
