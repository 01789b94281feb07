package dev.hindsight.bench.subject;

/** Two threads follow rays through a scene of mirroring spheres, each for its half of the picture; the scale is the number of pictures. */
public final class Rays {
    private static final int SIZE = 300;
    private static final int SIDE = 4;
    private static final int BOUNCES = 4;
    private static final Vector LIGHT = new Vector(-0.5, 0.7, -0.6).scaled(1 / Math.sqrt(1.1));

    private Rays() {}

    /** A place or a direction. */
    private static final class Vector {
        private final double x;
        private final double y;
        private final double z;

        Vector(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vector plus(Vector other, double times) {
            return new Vector(x + times * other.x, y + times * other.y, z + times * other.z);
        }

        Vector scaled(double by) {
            return new Vector(x * by, y * by, z * by);
        }

        double times(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }
    }

    /** One of the spheres. */
    private static final class Sphere {
        private final Vector middle;
        private final double radius;
        private final double shine;

        Sphere(Vector middle, double radius, double shine) {
            this.middle = middle;
            this.radius = radius;
            this.shine = shine;
        }

        /** How far it is along a ray; infinite if that passes by. */
        double distance(Vector from, Vector direction) {
            Vector there = middle.plus(from, -1);
            double along = there.times(direction);
            double inside = radius * radius - there.times(there) + along * along;
            double distance = inside < 0 ? -1 : along - Math.sqrt(inside);
            return distance > 1e-6 ? distance : Double.POSITIVE_INFINITY;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Sphere[] scene = scene();
        long sum = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            int[][] picture = new int[SIZE][SIZE];
            double turn = 0.1 * i;
            Team.divide(SIZE, (from, to) -> {
                for (int row = from; row < to; row++) {
                    draw(scene, picture[row], row, turn);
                }
            });
            for (int[] row : picture) {
                for (int point : row) {
                    sum = sum * 31 + point;
                }
            }
        }
        System.out.println("rays " + sum);
    }

    private static Sphere[] scene() {
        Sphere[] scene = new Sphere[SIDE * SIDE * SIDE];
        for (int i = 0; i < scene.length; i++) {
            Vector middle = new Vector(i % SIDE - 1.5, i / SIDE % SIDE - 1.5, i / SIDE / SIDE + 3);
            scene[i] = new Sphere(middle, 0.3 + 0.02 * (i % 7), 0.1 * (i % 5));
        }
        return scene;
    }

    private static void draw(Sphere[] scene, int[] row, int y, double turn) {
        for (int x = 0; x < SIZE; x++) {
            Vector direction = new Vector(2.0 * x / SIZE - 1 + 0.2 * Math.sin(turn), 2.0 * y / SIZE - 1, 2);
            Vector ray = direction.scaled(1 / Math.sqrt(direction.times(direction)));
            row[x] = (int) (255 * brightness(scene, new Vector(0, 0, -1), ray, BOUNCES));
        }
    }

    private static double brightness(Sphere[] scene, Vector from, Vector ray, int bounces) {
        Sphere nearest = null;
        double distance = Double.POSITIVE_INFINITY;
        for (Sphere each : scene) {
            double far = each.distance(from, ray);
            if (far < distance) {
                distance = far;
                nearest = each;
            }
        }
        if (nearest == null) {
            return 0.1;
        }
        Vector place = from.plus(ray, distance);
        Vector normal = place.plus(nearest.middle, -1).scaled(1 / nearest.radius);
        double light = Math.max(0, normal.times(LIGHT));
        if (bounces == 0) {
            return light;
        }
        Vector mirrored = ray.plus(normal, -2 * ray.times(normal));
        double seen = brightness(scene, place, mirrored, bounces - 1);
        return (1 - nearest.shine) * light + nearest.shine * seen;
    }
}
