/** A tree of threads: each starts two others and waits for one of them. */
public class ThreadsStartThreads {
    private static final StringBuffer ORDER = new StringBuffer();

    public static void main(String[] args) throws InterruptedException {
        grow("", 5);
        synchronized (ORDER) {
            while (ORDER.chars().filter(letter -> letter == '.').count() < 62) {
                ORDER.wait();
            }
        }
        System.out.println(ORDER);
    }

    private static void grow(String path, int left) {
        if (left > 0) {
            Thread one = new Thread(() -> grow(path + "l", left - 1));
            Thread two = new Thread(() -> grow(path + "r", left - 1));
            one.start();
            two.start();
            try {
                one.join();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        }
        synchronized (ORDER) {
            ORDER.append(path).append(path.isEmpty() ? "root " : ". ");
            ORDER.notifyAll();
        }
    }
}
