import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Draws from every unseeded generator. */
public class RandomNumbers {
    public static void main(String[] args) {
        System.out.println(Math.random() + " " + Math.random() + " " + StrictMath.random());
        for (int i = 0; i < 5; i++) {
            Random random = new Random();
            System.out.println(random.nextInt() + " " + random.nextGaussian() + " " + random.nextLong() + " "
                    + random.nextBoolean() + " " + random.nextInt(10));
        }
        System.out.println(new Random(42).nextInt() + " is always the same");
        SplittableRandom splittable = new SplittableRandom();
        System.out.println(
                splittable.nextLong() + " " + splittable.split().nextInt(100) + " " + splittable.nextDouble());
        System.out.println(ThreadLocalRandom.current().nextInt() + " "
                + ThreadLocalRandom.current().nextLong(5, 500) + " "
                + ThreadLocalRandom.current().nextGaussian());
        System.out.println(new Random().ints(5, 0, 1000).boxed().toList());
        System.out.println(ThreadLocalRandom.current().doubles(3).boxed().toList());
        List<Integer> cards = new ArrayList<>(IntStream.range(0, 52).boxed().toList());
        Collections.shuffle(cards);
        System.out.println(cards);
        Collections.shuffle(cards);
        System.out.println(cards);
        Collections.shuffle(cards, new Random());
        System.out.println(cards);
        byte[] bytes = new byte[16];
        new Random().nextBytes(bytes);
        System.out.println(Arrays.toString(bytes));
        long hash = 0;
        for (int i = 0; i < 50_000; i++) {
            hash = hash * 31
                    + Double.doubleToLongBits(Math.random())
                    + ThreadLocalRandom.current().nextInt();
        }
        System.out.println("hash of many " + hash);
    }
}
