/** Two workers serve requests, and each request has to be counted. */
public class PageCounter {
    private static final int REQUESTS = 20;

    private int hits;

    public static void main(String[] args) throws InterruptedException {
        PageCounter page = new PageCounter();
        Thread north = new Thread(page::serve, "north");
        Thread south = new Thread(page::serve, "south");
        north.start();
        south.start();
        north.join();
        south.join();
        if (page.hits != 2 * REQUESTS) {
            throw new IllegalStateException("counted " + page.hits + " of " + 2 * REQUESTS + " requests");
        }
    }

    private void serve() {
        for (int request = 0; request < REQUESTS; request++) {
            hits++;
        }
    }
}
