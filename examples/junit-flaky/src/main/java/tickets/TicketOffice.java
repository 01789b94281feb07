package tickets;

import java.util.concurrent.ThreadLocalRandom;

/** Sells the tickets of one evening, at several counters. */
final class TicketOffice {
    private int free;

    TicketOffice(int seats) {
        this.free = seats;
    }

    /** Whether there was a ticket left. */
    boolean sell() throws InterruptedException {
        if (free == 0) {
            return false;
        }
        // The bug: by the time it is printed, another counter may have sold the same seat.
        print();
        free--;
        return true;
    }

    int free() {
        return free;
    }

    private void print() throws InterruptedException {
        Thread.sleep(ThreadLocalRandom.current().nextInt(3));
    }
}
