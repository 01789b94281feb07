import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/** Fields are written and read by handles that code of the JDK calls, while other threads use them by name. */
public class FieldHandles {
    public static class Cell {
        public int value;
        public static int all;
    }

    public interface Setter {
        void set(Cell cell, int value);
    }

    public interface Getter {
        int get(Cell cell);
    }

    public interface Counter {
        void set(int value);
    }

    private static final int CELLS = 20;
    private static final int ROUNDS = 3000;

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        VarHandle variable = lookup.findVarHandle(Cell.class, "value", int.class);
        MethodHandle stored = variable.toMethodHandle(VarHandle.AccessMode.SET);
        Setter set = proxy(Setter.class, lookup.findSetter(Cell.class, "value", int.class));
        Setter other = proxy(Setter.class, stored);
        Getter get = proxy(Getter.class, lookup.findGetter(Cell.class, "value", int.class));
        Counter count = proxy(Counter.class, lookup.findStaticSetter(Cell.class, "all", int.class));

        Cell[] cells = new Cell[CELLS];
        for (int i = 0; i < CELLS; i++) {
            cells[i] = new Cell();
        }
        long[] sums = new long[4];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                long sum = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    sum = sum * 31 + read(cells);
                    Cell cell = cells[round * (number + 3) % CELLS];
                    switch (number) {
                        case 0 -> set.set(cell, round);
                        case 1 -> other.set(cell, round);
                        case 2 -> sum += get.get(cell);
                        default -> count.set(round);
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
        for (long sum : sums) {
            System.out.println(sum);
        }
    }

    private static <T> T proxy(Class<T> type, MethodHandle handle) {
        return MethodHandleProxies.asInterfaceInstance(type, handle);
    }

    private static long read(Cell[] cells) {
        long sum = Cell.all;
        for (Cell cell : cells) {
            sum = sum * 7 + cell.value;
        }
        return sum;
    }
}
