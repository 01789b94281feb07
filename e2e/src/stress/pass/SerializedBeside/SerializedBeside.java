import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Objects are written as bytes and read again, and what they do meanwhile runs beside a thread that changes others of them. */
public class SerializedBeside {
    private static final int ROUNDS = 150;

    static final class Part implements Serializable {
        private static final long serialVersionUID = 1;

        int value;
        int other;
        /** What is read again belongs to all from then on. */
        static Part last = new Part();

        private void writeObject(ObjectOutputStream out) throws IOException {
            compute(2000);
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            last = this;
            compute(2000);
            in.defaultReadObject();
        }
    }

    private static volatile boolean done;

    private static int compute(int times) {
        int sum = times;
        for (int i = 0; i < times; i++) {
            sum = next(sum, i);
        }
        return sum;
    }

    private static int next(int sum, int i) {
        return sum * 31 + (i ^ sum >>> 7);
    }

    public static void main(String[] args) throws Exception {
        Part[] parts = new Part[8];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new Part();
        }
        long[] sums = new long[2];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                long sum = 0;
                for (int round = 0; !done; round++) {
                    for (int turn = 0; turn < 500; turn++) {
                        Part part = parts[(round + turn) % parts.length];
                        part.value++;
                        part.other += part.value + number;
                        sum = sum * 31 + part.other + Part.last.value;
                    }
                }
                sums[number] = sum;
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        long written = 0;
        for (int round = 0; round < ROUNDS; round++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                for (Part part : parts) {
                    out.writeObject(part);
                }
            }
            written = written * 31 + Arrays.hashCode(bytes.toByteArray());
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                for (Part part : parts) {
                    Part copy = (Part) in.readObject();
                    written += copy.value - part.value;
                }
            }
        }
        done = true;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(written);
        for (long sum : sums) {
            System.out.println(sum);
        }
    }
}
