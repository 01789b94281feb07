package tickets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.hindsight.junit.RecordOnFailure;
import dev.hindsight.junit.RepeatUntilFailure;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@RecordOnFailure
class TicketOfficeTest {
    @Test
    void nothingIsSoldWhenThereAreNoSeats() throws InterruptedException {
        assertFalse(new TicketOffice(0).sell());
    }

    @RepeatUntilFailure(runs = 500)
    void theLastSeatIsSoldOnce() throws InterruptedException {
        TicketOffice office = new TicketOffice(1);
        AtomicInteger sold = new AtomicInteger();
        Thread[] counters = new Thread[2];
        for (int i = 0; i < counters.length; i++) {
            counters[i] = new Thread(() -> serve(office, sold), "counter-" + i);
            counters[i].start();
        }
        for (Thread counter : counters) {
            counter.join();
        }
        assertEquals(1, sold.get(), "tickets for the last seat");
    }

    private static void serve(TicketOffice office, AtomicInteger sold) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(20));
            if (office.sell()) {
                sold.incrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
