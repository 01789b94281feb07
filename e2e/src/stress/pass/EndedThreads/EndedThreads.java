/** Threads that have just ended are not listed, however long the JVM takes to put them away. */
public class EndedThreads {
    private static int turns;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 60; i++) {
            Thread[] threads = new Thread[4];
            for (int k = 0; k < threads.length; k++) {
                threads[k] = new Thread(() -> turns++, "ended " + k);
                threads[k].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            StringBuilder listed = new StringBuilder();
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("ended")) {
                    listed.append(' ').append(thread.getName());
                }
            }
            System.out.println(i + ":" + listed + ", " + turns + ", " + Thread.activeCount());
        }
    }
}
