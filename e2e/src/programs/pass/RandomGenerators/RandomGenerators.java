import java.util.Comparator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Draws from every algorithm that RandomGenerator knows. */
public class RandomGenerators {
    public static void main(String[] args) {
        System.out.println(RandomGenerator.getDefault().nextLong());
        RandomGeneratorFactory.all()
                .sorted(Comparator.comparing(RandomGeneratorFactory::name))
                .forEach(factory -> {
                    RandomGenerator random = RandomGenerator.of(factory.name());
                    System.out.println(factory.name() + " " + factory.group() + " " + factory.stateBits() + " "
                            + random.nextLong() + " " + random.nextDouble() + " " + random.nextInt(10, 20) + " "
                            + random.nextExponential());
                });
        RandomGenerator.SplittableGenerator splittable = RandomGenerator.SplittableGenerator.of("L64X128MixRandom");
        splittable.splits(3).forEach(split -> System.out.println("split " + split.nextInt()));
        RandomGenerator.JumpableGenerator jumpable = RandomGenerator.JumpableGenerator.of("Xoshiro256PlusPlus");
        jumpable.jump();
        System.out.println("jumped " + jumpable.nextLong());
        System.out.println(RandomGenerator.of("L32X64MixRandom").ints(5).boxed().toList());
        try {
            RandomGenerator.of("Dice");
        } catch (IllegalArgumentException e) {
            e.printStackTrace(System.out);
        }
    }
}
