import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.Pipe;

/** A thread reads from a pipe into which nobody writes, until one that sleeps meanwhile interrupts it. */
public class PipeInterrupted {
    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Thread reader = new Thread(PipeInterrupted::read);
            reader.start();
            Thread.sleep(0, 300_000);
            reader.interrupt();
            reader.join();
        }
    }

    private static void read() {
        try {
            Pipe pipe = Pipe.open();
            try {
                System.out.println(pipe.source().read(ByteBuffer.allocate(1)));
            } finally {
                pipe.source().close();
                pipe.sink().close();
            }
        } catch (ClosedByInterruptException e) {
            System.out.println("interrupted " + Thread.interrupted());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
