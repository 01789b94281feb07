package dev.hindsight.bench.subject;

/** One thread hands numbers to another through a bounded queue, with wait and notify; the scale is thousands of numbers. */
public final class Queue {
    private final long[] places = new long[64];
    private int first;
    private int count;

    private Queue() {}

    public static void main(String[] arguments) throws InterruptedException {
        int numbers = 1000 * Integer.parseInt(arguments[0]);
        Queue queue = new Queue();
        long[] sum = new long[1];
        Team.divide(2, (from, to) -> {
            if (from == 0) {
                queue.fill(numbers);
            } else {
                sum[0] = queue.drain(numbers);
            }
        });
        System.out.println("queue " + sum[0]);
    }

    private void fill(int numbers) throws InterruptedException {
        for (int i = 0; i < numbers; i++) {
            put(mix(i));
        }
    }

    private long drain(int numbers) throws InterruptedException {
        long sum = 0;
        for (int i = 0; i < numbers; i++) {
            sum = 31 * sum + mix(take());
        }
        return sum;
    }

    private static long mix(long number) {
        long value = number;
        for (int i = 0; i < 50; i++) {
            value = (value ^ value >>> 29) * 0xBF58476D1CE4E5B9L;
        }
        return value;
    }

    private synchronized void put(long number) throws InterruptedException {
        while (count == places.length) {
            wait();
        }
        places[(first + count) % places.length] = number;
        count++;
        notifyAll();
    }

    private synchronized long take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        long number = places[first];
        first = (first + 1) % places.length;
        count--;
        notifyAll();
        return number;
    }
}
