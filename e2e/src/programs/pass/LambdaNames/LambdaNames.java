import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;

/** Prints lambdas, method references, proxies and anonymous classes by name and by hash. */
public class LambdaNames {
    interface Greeter {
        String greet(String name);
    }

    public static void main(String[] args) throws Exception {
        Runnable lambda = () -> System.out.println("run");
        Supplier<String> reference = lambda::toString;
        Function<Integer, Integer> capturing = x -> x + args.length;
        System.out.println(lambda + " " + lambda.getClass().getName() + " "
                + lambda.getClass().isHidden());
        System.out.println(reference.get().equals(lambda.toString()) + " "
                + reference.getClass().getSimpleName());
        System.out.println(capturing.hashCode() + " " + capturing.getClass() + " " + capturing.apply(1));
        if (lambda.getClass().hashCode() == reference.getClass().hashCode()) {
            throw new AssertionError("Two classes have one hash.");
        }
        for (int i = 0; i < 5; i++) {
            int number = i;
            Callable<Integer> same = () -> number;
            System.out.println(same.getClass().hashCode() + " " + same + " " + same.call());
        }
        Greeter anonymous = new Greeter() {
            @Override
            public String greet(String name) {
                return "anonymous " + name;
            }
        };
        System.out.println(anonymous + " " + anonymous.greet("x"));
        Greeter proxy = (Greeter) Proxy.newProxyInstance(
                LambdaNames.class.getClassLoader(),
                new Class<?>[] {Greeter.class},
                (self, method, values) -> method.getName() + " proxied " + (values == null ? "" : values[0]));
        System.out.println(proxy.greet("y") + " " + proxy.getClass().getName() + " " + proxy);
        System.out.println(Comparator.naturalOrder() + " "
                + Comparator.comparing(String::length).getClass().getName());
        System.out.println(
                Function.identity() + " " + Function.identity().getClass().getName());
        record Pair(Object left, Object right) {}
        System.out.println(new Pair(lambda, new Object()) + " " + new Pair(1, 2).hashCode());
        lambda.run();
    }
}
