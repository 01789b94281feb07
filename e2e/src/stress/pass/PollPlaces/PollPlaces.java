/** Control flow of every kind, in which a turn may end: loops in loops, switches, labels, exceptions. */
public class PollPlaces {
    private static long shared;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> run(number));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(shared);
    }

    @SuppressWarnings("fallthrough")
    private static void run(int number) {
        long trace = 0;
        outer:
        for (int i = 0; ; i++) {
            int k = 0;
            do {
                switch ((i + k) % 5) {
                    case 0:
                        continue;
                    case 1:
                        shared++;
                    case 2:
                        shared = shared * 3 + number;
                        break;
                    case 3:
                        try {
                            trace += 100 / ((i + k) % 2);
                        } catch (ArithmeticException e) {
                            trace = trace * 31 + shared;
                        } finally {
                            shared ^= i;
                        }
                        break;
                    default:
                        if (i > 3_000) {
                            break outer;
                        }
                        continue outer;
                }
            } while (k++ < 20);
            while (shared % 3 != 0) {
                shared++;
            }
        }
        System.out.println(number + " " + trace);
    }
}
