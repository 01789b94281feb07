/** Names, ids and the order in which threads get them. */
public class NamesAndIds {
    private static final StringBuilder ORDER = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(NamesAndIds::nest);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(ORDER);
    }

    @SuppressWarnings("deprecation")
    private static void nest() {
        Thread self = Thread.currentThread();
        Thread.yield();
        Thread child = new Thread(() -> {
            Thread.currentThread().setName("renamed " + Thread.currentThread().getName());
            Thread.yield();
            ORDER.append(Thread.currentThread().getId()).append(' ');
        });
        child.start();
        try {
            child.join();
        } catch (InterruptedException e) {
            System.out.println(e);
        }
        ORDER.append(self.getName())
                .append(" made ")
                .append(child.getName())
                .append(' ')
                .append(self.getId());
        ORDER.append(System.lineSeparator());
    }
}
