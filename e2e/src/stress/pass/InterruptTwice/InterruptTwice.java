/** A thread that sleeps is interrupted twice: whether it sees the second one depends on when it woke up. */
public class InterruptTwice {
    private static int work;

    public static void main(String[] args) throws InterruptedException {
        for (int round = 0; round < 30; round++) {
            Thread sleeper = new Thread(InterruptTwice::sleep);
            sleeper.start();
            Thread.sleep(1);
            sleeper.interrupt();
            for (int i = 0; i < round * 400; i++) {
                work++;
            }
            sleeper.interrupt();
            sleeper.join();
        }
        System.out.println(" " + work);
    }

    private static void sleep() {
        try {
            Thread.sleep(10_000);
        } catch (InterruptedException e) {
            System.out.print(Thread.interrupted() ? '2' : '1');
        }
    }
}
