import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;

/** Threads write fields that classes of the JDK declare, and what is in their arrays, while others call methods that read them. */
public class InheritedFields {
    private static final int ROUNDS = 4000;

    private static class Bytes extends ByteArrayOutputStream {
        Bytes() {
            super(64);
        }

        void add(int value) {
            count = count + 1 & 63;
            buf[count] += value;
        }

        /** The array is reached without the object. */
        void fill(int value) {
            byte[] own = buf;
            for (int i = 0; i < own.length; i++) {
                own[i] = (byte) (own[i] * 3 + value);
            }
        }
    }

    private static final class Deep extends Bytes {
        void turn(int value) {
            buf[value & 15] ^= value;
            count = count + 3 & 63;
        }

        void replace(int value) {
            byte[] fresh = new byte[64];
            fresh[0] = (byte) value;
            buf = fresh;
        }
    }

    private static final class Shelf extends Vector<Object> {
        private static final long serialVersionUID = 1;

        Shelf() {
            super(Arrays.asList(1, 2, 3, 4, 5, 6, 7, 8));
        }

        void swap(int value) {
            Object first = elementData[value & 7];
            elementData[value & 7] = elementData[value + 3 & 7];
            elementData[value + 3 & 7] = first;
            elementCount = 4 + (value & 3);
        }
    }

    private static int compute(int sum, int times) {
        for (int i = 0; i < times; i++) {
            sum = sum * 31 + (i ^ sum >>> 7);
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Deep bytes = new Deep();
        Shelf shelf = new Shelf();
        long[] sums = new long[4];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                long sum = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    sum += compute(round, 50);
                    switch (number) {
                        case 0 -> {
                            bytes.add(round);
                            shelf.swap(round);
                        }
                        case 1 -> {
                            bytes.turn(round);
                            if (round % 50 == 0) {
                                bytes.replace(round);
                            } else if (round % 20 == 0) {
                                bytes.fill(round);
                            }
                        }
                        case 2 -> sum = sum * 31 + bytes.size() + Arrays.hashCode(bytes.toByteArray());
                        default -> sum = sum * 31 + shelf.hashCode();
                    }
                }
                sums[number] = sum;
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (long each : sums) {
            System.out.println(each);
        }
    }
}
