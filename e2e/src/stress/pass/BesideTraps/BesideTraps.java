import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** Objects of threads that compute are reached in ways that no access to a field shows. */
public class BesideTraps {
    interface HasName {
        String getName();

        int rank();
    }

    /** A method of the JDK stands behind one of an interface of the program. */
    static class Worker extends Thread implements HasName {
        int rank;

        Worker(String name, int rank) {
            super(name);
            this.rank = rank;
        }

        public int rank() {
            return rank;
        }
    }

    static class Ordered {
        int key;

        public int compareTo(Object other) {
            int steps = 0;
            for (int i = 0; i < 50; i++) {
                steps += key;
            }
            return Integer.compare(steps, 50 * ((Ordered) other).key);
        }
    }

    /** Has the JDK call what its superclass declared for itself. */
    static class Sorted extends Ordered implements Comparable<Object> {
        Sorted(int key) {
            this.key = key;
        }
    }

    static class Point implements Serializable, Cloneable {
        int x;
        int y;
        volatile int swaps;
        volatile int counted;
        Point next;

        void run(int rounds) {
            for (int i = 0; i < rounds; i++) {
                x += i;
                y ^= x;
            }
        }

        @Override
        public Point clone() {
            try {
                return (Point) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    record Pair(int first, Point second) {}

    enum Kind {
        ONE {
            @Override
            int apply(int value) {
                return value + offset;
            }
        },
        TWO {
            @Override
            int apply(int value) {
                return value * 3 + offset++;
            }
        };

        int offset;

        abstract int apply(int value);
    }

    static final VarHandle X;
    static final Field Y;
    static final AtomicIntegerFieldUpdater<Point> COUNTED =
            AtomicIntegerFieldUpdater.newUpdater(Point.class, "counted");

    static {
        try {
            X = MethodHandles.lookup().findVarHandle(Point.class, "x", int.class);
            Y = Point.class.getDeclaredField("y");
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final Point[] POINTS = {new Point(), new Point(), new Point()};
    static HasName any;

    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.toString(Arrays.stream(Point.class.getDeclaredFields())
                        .map(Field::getName)
                        .sorted()
                        .toArray())
                + " " + Point.class.getDeclaredMethods().length + " " + Ordered.class.getFields().length + " "
                + ObjectStreamClass.lookup(Point.class).getSerialVersionUID());
        any = new Worker("first", 1);
        Thread[] threads = new Thread[4];
        String[] results = new String[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            threads[i] = new Thread(() -> results[id] = id == 3 ? reach() : compute(id));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (String result : results) {
            System.out.println(result);
        }
        for (Point point : POINTS) {
            System.out.println(point.x + " " + point.y + " " + point.swaps + " " + point.counted);
        }
    }

    private static String compute(int id) {
        Point own = POINTS[id];
        long sum = 0;
        TreeSet<Sorted> sorted = new TreeSet<>();
        for (int round = 0; round < 120; round++) {
            own.run(200);
            Pair pair = new Pair(round, own);
            sum += pair.first() + pair.second().x;
            sum += Kind.values()[round % 2].apply(round);
            sum += any.rank() + any.getName().length();
            if (round % 30 == id) {
                sorted.add(new Sorted(round * 7 % 13));
                own.swaps++;
            }
            if (round % 40 == 5 + id) {
                Point other = POINTS[(id + 1) % 3];
                other.next = own.clone();
                sum += other.next.y;
            }
        }
        for (Sorted each : sorted) {
            sum = sum * 31 + each.key;
        }
        return id + ": " + sum;
    }

    private static String reach() {
        long sum = 0;
        try {
            for (int round = 0; round < 60; round++) {
                Point point = POINTS[round % 3];
                switch (round % 6) {
                    case 0 -> sum += (int) X.getAndAdd(point, 1000);
                    case 1 -> Y.setInt(point, Y.getInt(point) + 7);
                    case 2 -> sum += COUNTED.addAndGet(point, 3);
                    case 3 -> sum += copy(point).x;
                    case 4 -> sum += point.clone().y;
                    default -> any = new Worker("w" + round, round);
                }
                int pause = 0;
                for (int i = 0; i < 3000; i++) {
                    pause += i ^ round;
                }
                sum += pause & 1;
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return "reached " + sum;
    }

    private static Point copy(Point point) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(point);
            }
            return (Point) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        } catch (java.io.IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
