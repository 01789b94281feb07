/** Several threads need classes that nobody has used yet; one of them initialises each. */
public class ClassInitRace {
    private static final StringBuilder ORDER = new StringBuilder();

    private static final class First {
        static final int VALUE = init("First");
    }

    private static final class Second {
        static final int VALUE = First.VALUE + init("Second");
    }

    private static final class Third {
        static final int VALUE = init("Third") + Second.VALUE;
    }

    private static int init(String name) {
        int sum = 0;
        for (int i = 0; i < 50_000; i++) {
            sum += i % 7;
        }
        ORDER.append(name)
                .append(" by ")
                .append(Thread.currentThread().getName())
                .append('\n');
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> use(number), "thread " + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.print(ORDER);
    }

    private static void use(int number) {
        int sum = 0;
        for (int i = 0; i < 9_000 * (4 - number); i++) {
            sum += i % 3;
        }
        sum += switch (number) {
            case 0 -> First.VALUE;
            case 1 -> Second.VALUE;
            default -> Third.VALUE;
        };
        ORDER.append(number).append(' ').append(sum).append('\n');
    }
}
