/** Peterson's algorithm with volatile fields, and the same without turns, which lets both in. */
public class Peterson {
    private static volatile boolean first;
    private static volatile boolean second;
    private static volatile int turn;
    private static int count;
    private static int careless;
    private static int inside;
    private static int together;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> run(0));
        Thread two = new Thread(() -> run(1));
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(count + " " + careless + " together " + together);
    }

    private static void run(int number) {
        int spins = 0;
        for (int i = 0; i < 2_000; i++) {
            int seen = careless;
            inside++;
            together += inside > 1 ? 1 : 0;
            pause();
            inside--;
            careless = seen + 1;
            if (number == 0) {
                first = true;
                turn = 1;
            } else {
                second = true;
                turn = 0;
            }
            while ((number == 0 ? second : first) && turn != number) {
                spins++;
            }
            seen = count;
            pause();
            count = seen + 1;
            if (number == 0) {
                first = false;
            } else {
                second = false;
            }
        }
        System.out.println(number + " spun " + spins);
    }

    private static void pause() {
        for (int i = 0; i < 3; i++) {
            inside += 0;
        }
    }
}
