/** Threads add to the same elements of an array, without a lock. */
public class LostUpdatesOfArrays {
    private static final int[] CELLS = new int[8];
    private static final double[] SUMS = new double[3];

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 50_000; k++) {
                    int at = k * (number + 1) % CELLS.length;
                    CELLS[at] = next(CELLS[at]);
                    SUMS[k % 3] = half(SUMS[k % 3] + number);
                }
            });
            threads[i].start();
        }
        long lost = 200_000;
        for (Thread thread : threads) {
            thread.join();
        }
        for (int cell : CELLS) {
            lost -= cell;
            System.out.print(cell + " ");
        }
        System.out.println("lost " + lost + " " + SUMS[0] + " " + SUMS[1] + " " + SUMS[2]);
    }

    private static int next(int value) {
        return value + 1;
    }

    private static double half(double value) {
        return value * 0.75;
    }
}
