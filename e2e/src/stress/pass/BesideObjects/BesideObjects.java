import java.util.ArrayList;
import java.util.List;

/** Threads build and walk structures of their own, and meet in some objects without a lock. */
public class BesideObjects {
    static class Node {
        final int key;
        long sum;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }

        void add(int value) {
            Node node = this;
            while (node != null) {
                node.sum += value;
                if (value < node.key) {
                    if (node.left == null) {
                        node.left = new Node(value);
                        return;
                    }
                    node = node.left;
                } else {
                    if (node.right == null) {
                        node.right = new Node(value);
                        return;
                    }
                    node = node.right;
                }
            }
        }

        long total() {
            return sum + (left == null ? 0 : left.total()) + (right == null ? 0 : right.total());
        }
    }

    interface Shape {
        double area();

        default double twice() {
            return 2 * area();
        }
    }

    abstract static class Named implements Shape {
        String name;
        int uses;

        Named(String name) {
            this.name = name;
        }

        int used() {
            return ++uses;
        }
    }

    static class Box extends Named {
        double width;
        long height;

        Box(double width, long height) {
            super("box");
            this.width = width;
            this.height = height;
        }

        public double area() {
            used();
            return width * height;
        }
    }

    static class Ring extends Named {
        double radius;

        Ring(double radius) {
            super("ring");
            this.radius = radius;
        }

        public double area() {
            return used() % 2 * radius;
        }
    }

    /** Made while threads run, by whoever comes first. */
    static class Late {
        static int made;
        int number = ++made;
        Late before;
    }

    static class Shared {
        int hits;
        long wide;
        double number;
        Late last;
        Node tree = new Node(500);
        Box box = new Box(1, 1);
    }

    static final Shared SHARED = new Shared();
    static int statics;

    public static void main(String[] args) throws Exception {
        List<Thread> threads = new ArrayList<>();
        double[] results = new double[4];
        for (int i = 0; i < 4; i++) {
            int id = i;
            threads.add(new Thread(() -> results[id] = work(id)));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long lates = 0;
        for (Late late = SHARED.last; late != null; late = late.before) {
            lates = lates * 31 + late.number;
        }
        System.out.println(SHARED.hits + " " + SHARED.wide + " " + SHARED.number + " " + statics + " " + lates + " "
                + SHARED.tree.total() + " " + SHARED.box.uses + " " + SHARED.box.width);
        for (double result : results) {
            System.out.println(result);
        }
    }

    private static double work(int id) {
        Node own = new Node(500);
        Shape[] shapes = new Shape[20];
        for (int i = 0; i < shapes.length; i++) {
            shapes[i] = (i + id) % 3 == 0 ? new Ring(i) : new Box(i, id);
        }
        int random = id + 1;
        double result = 0;
        for (int round = 0; round < 300; round++) {
            for (int i = 0; i < 60; i++) {
                random = random * 1103515245 + 12345 & 0x7fffffff;
                own.add(random % 1000);
                result += shapes[random % 20].twice();
            }
            if (round % 7 == id) {
                SHARED.hits++;
                SHARED.wide += round;
                SHARED.number += 0.5;
            }
            if (round % 50 == 10 * id) {
                Late late = new Late();
                late.before = SHARED.last;
                SHARED.last = late;
                SHARED.tree.add(random % 1000);
                statics += round;
            }
            if (round % 90 == 20) {
                SHARED.box.width += SHARED.box.area();
                shapes[random % 20] = SHARED.box;
            }
        }
        return result + own.total();
    }
}
