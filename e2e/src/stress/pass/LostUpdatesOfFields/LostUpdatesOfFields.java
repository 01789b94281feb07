/** Threads that compute read and write fields of the same few objects, again and again, without a lock. */
public class LostUpdatesOfFields {
    static class Cell {
        int count;
        long wide;
        double half;
        Cell other;
    }

    static class Named extends Cell {
        int named;
    }

    public static void main(String[] args) throws Exception {
        Cell one = new Cell();
        Named two = new Named();
        one.other = two;
        two.other = one;
        Thread[] threads = new Thread[4];
        long[] results = new long[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            threads[i] = new Thread(() -> results[id] = work(one, two, id));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(one.count + " " + one.wide + " " + one.half + " " + two.count + " " + two.wide + " "
                + two.named + " " + (one.other == two) + " " + (two.other == one));
        for (long result : results) {
            System.out.println(result);
        }
    }

    private static long work(Cell one, Named two, int id) {
        long seen = id;
        for (int round = 0; round < 400; round++) {
            long mixed = seen;
            for (int i = 0; i < 300 + 40 * id; i += 1 + (int) (mixed >>> 63)) {
                mixed = mixed * 6364136223846793005L + one.count + i;
            }
            seen += mixed >>> 60;
            Cell cell = one.other;
            switch (round + id & 7) {
                case 0 -> cell.count++;
                case 1 -> one.wide += seen;
                case 2 -> two.named += two.count;
                case 3 -> one.count++;
                case 4 -> {
                    one.other = two.other == one ? one : two;
                    two.other = cell;
                }
                default -> seen = seen * 31 + cell.count + two.wide;
            }
            two.wide ^= round % 50 == id ? seen : 0;
            if (round % 100 == 20 * id) {
                cell.half += 0.5;
            }
        }
        return seen;
    }
}
