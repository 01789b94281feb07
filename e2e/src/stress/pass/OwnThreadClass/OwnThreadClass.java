/** Threads of a class of the program: it inherits what it calls, so the calls name the class itself. */
public class OwnThreadClass extends Thread {
    private static volatile int ended;
    private final int pauses;
    private int woken;

    OwnThreadClass(int pauses) {
        this.pauses = pauses;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < pauses; i++) {
                sleep(2);
                woken++;
            }
        } catch (InterruptedException e) {
            woken = -woken;
        }
        ended++;
    }

    public static void main(String[] args) throws InterruptedException {
        OwnThreadClass[] threads = new OwnThreadClass[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new OwnThreadClass(5 + i);
            threads[i].start();
        }
        int looks = 0;
        while (threads[0].isAlive()) {
            looks++;
            sleep(1);
        }
        threads[3].interrupt();
        for (OwnThreadClass thread : threads) {
            thread.join();
            System.out.println(thread.woken + " " + thread.isAlive() + " " + ended);
        }
        System.out.println((looks > 0) + " " + looks);
    }
}
