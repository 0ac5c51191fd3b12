package kernels;

import measured.Measured;

/**
 * Renders SIZE by SIZE pixels of a scene of 64 mirroring spheres with one light, with shadows and reflections. The rows
 * are dealt to the threads in turn; each thread has a scene of its own and adds up the colours that it finds.
 *
 * <p>After {@code raytracer} of the Java Grande multithreaded suite (section 3): objects everywhere, most of them
 * vectors of three fields that live for a few instructions.
 *
 * <p>Races: {@link #checksum}. Each thread adds its sum while it holds the lock of its own scene, not of a common one,
 * so one thread's sum may be lost. The suite has this race too, in the same place. What is checked is therefore made of
 * the sums of the rows, which do not race.
 */
final class RayTracer implements Measured.Program {
    private static final int QUICK = 1000;
    private static final int FULL = 2700;

    private static final int MAXIMAL_DEPTH = 6;
    private static final double NEGLIGIBLE = 1e-6;
    /** One of so many rows is computed again in one thread. */
    private static final int CHECKED_EVERY = 10;

    private static long checksum;

    private final int size;
    private final int threads;
    /** The sum of the colours of each row, written by the thread that renders it. */
    private final long[] rowSums;

    private RayTracer(int size, int threads) {
        this.size = size;
        this.threads = threads;
        this.rowSums = new long[size];
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new RayTracer(measured.size, measured.threads));
        measured.done();
    }

    @Override
    public void prepare() {
        java.util.Arrays.fill(rowSums, 0L);
        checksum = 0L;
    }

    @Override
    public void run() throws InterruptedException {
        Runnable[] workers = new Runnable[threads];
        for (int id = 0; id < threads; id++) {
            workers[id] = new Worker(id);
        }
        Measured.inThreads(workers);
    }

    private final class Worker implements Runnable {
        private final int id;

        Worker(int id) {
            this.id = id;
        }

        @Override
        public void run() {
            Scene scene = new Scene();
            int[] pixels = new int[size];
            long sum = 0L;
            for (int y = id; y < size; y += threads) {
                rowSums[y] = renderRow(scene, y, pixels);
                sum += rowSums[y];
            }
            synchronized (scene) {
                checksum = checksum + sum; // race[a] race[a]
            }
        }
    }

    private long renderRow(Scene scene, int y, int[] pixels) {
        for (int x = 0; x < size; x++) {
            Vec direction = scene.view.towards((x + 0.5) / size - 0.5, 0.5 - (y + 0.5) / size);
            pixels[x] = scene.trace(new Ray(scene.view.eye, direction), 1.0, 0).asPixel();
        }
        long sum = 0L;
        for (int x = 0; x < size; x++) {
            sum += (pixels[x] & 0xff) + (pixels[x] >> 8 & 0xff) + (pixels[x] >> 16 & 0xff);
        }
        return sum;
    }

    @Override
    public void check() {
        long total = 0L;
        for (long sum : rowSums) {
            total += sum;
        }
        // What a lost sum would leave, which is possible and is the point of the race.
        if (checksum <= 0 || checksum > total) {
            Measured.fail("the checksum is " + checksum + " of " + total);
        }
        Scene scene = new Scene();
        int[] pixels = new int[size];
        for (int y = 0; y < size; y += CHECKED_EVERY) {
            long expected = renderRow(scene, y, pixels);
            if (rowSums[y] != expected) {
                Measured.fail("row " + y + " adds up to " + rowSums[y] + ", in one thread to " + expected);
            }
        }
    }

    private static final class Vec {
        double x;
        double y;
        double z;

        Vec(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vec plus(Vec other) {
            return new Vec(x + other.x, y + other.y, z + other.z);
        }

        Vec minus(Vec other) {
            return new Vec(x - other.x, y - other.y, z - other.z);
        }

        Vec times(double factor) {
            return new Vec(factor * x, factor * y, factor * z);
        }

        double dot(Vec other) {
            return x * other.x + y * other.y + z * other.z;
        }

        Vec cross(Vec other) {
            return new Vec(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
        }

        /** Changes this vector, as the suite's does. */
        Vec normalise() {
            double length = Math.sqrt(dot(this));
            x /= length;
            y /= length;
            z /= length;
            return this;
        }

        void add(double factor, Vec other) {
            x += factor * other.x;
            y += factor * other.y;
            z += factor * other.z;
        }

        /** As a colour: red, green and blue in one word. */
        int asPixel() {
            return part(x) << 16 | part(y) << 8 | part(z);
        }

        private static int part(double intensity) {
            return (int) (255.0 * Math.min(1.0, intensity));
        }
    }

    private static final class Ray {
        final Vec from;
        final Vec direction;

        Ray(Vec from, Vec direction) {
            this.from = from;
            this.direction = direction;
        }

        Vec at(double distance) {
            return from.plus(direction.times(distance));
        }
    }

    /** Where a ray meets a sphere. */
    private static final class Hit {
        final Sphere sphere;
        final double distance;

        Hit(Sphere sphere, double distance) {
            this.sphere = sphere;
            this.distance = distance;
        }
    }

    private static final class Surface {
        final Vec colour;
        final double diffuse;
        final double specular;
        final double shine;

        Surface(Vec colour, double diffuse, double specular, double shine) {
            this.colour = colour;
            this.diffuse = diffuse;
            this.specular = specular;
            this.shine = shine;
        }
    }

    private abstract static class Primitive {
        final Surface surface;

        Primitive(Surface surface) {
            this.surface = surface;
        }

        abstract Hit meets(Ray ray);

        abstract Vec normalAt(Vec point);
    }

    private static final class Sphere extends Primitive {
        private final Vec centre;
        private final double radius;

        Sphere(Vec centre, double radius, Surface surface) {
            super(surface);
            this.centre = centre;
            this.radius = radius;
        }

        @Override
        Hit meets(Ray ray) {
            Vec toCentre = centre.minus(ray.from);
            double along = toCentre.dot(ray.direction);
            double discriminant = along * along - toCentre.dot(toCentre) + radius * radius;
            if (discriminant < 0) {
                return null;
            }
            double half = Math.sqrt(discriminant);
            double distance = along - half > NEGLIGIBLE ? along - half : along + half;
            return distance > NEGLIGIBLE ? new Hit(this, distance) : null;
        }

        @Override
        Vec normalAt(Vec point) {
            return point.minus(centre).normalise();
        }
    }

    private static final class View {
        final Vec eye;
        private final Vec forward;
        private final Vec right;
        private final Vec up;

        View(Vec eye, Vec target) {
            this.eye = eye;
            this.forward = target.minus(eye).normalise();
            this.right = forward.cross(new Vec(0, 1, 0)).normalise();
            this.up = right.cross(forward).normalise();
        }

        Vec towards(double x, double y) {
            return forward.plus(right.times(x)).plus(up.times(y)).normalise();
        }
    }

    private static final class Scene {
        final View view = new View(new Vec(7, 9, -26), new Vec(0, 0, 0));
        private final Vec light = new Vec(40, 60, -50);
        private final Primitive[] objects = new Primitive[64];

        Scene() {
            int count = 0;
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    for (int k = 0; k < 4; k++) {
                        Vec colour = new Vec(0.4 + 0.2 * i, 0.4 + 0.2 * j, 0.4 + 0.2 * k);
                        Surface surface = new Surface(colour, 0.7, 0.4, 20.0);
                        Vec centre = new Vec(4.4 * (i - 1.5), 4.4 * (j - 1.5), 4.4 * (k - 1.5));
                        objects[count++] = new Sphere(centre, 1.9, surface);
                    }
                }
            }
        }

        /** The colour that comes along a ray; {@code weight} is what it will still count. */
        Vec trace(Ray ray, double weight, int depth) {
            Hit hit = nearest(ray);
            if (hit == null) {
                // The sky is brighter above.
                double height = 0.5 + 0.5 * ray.direction.y;
                return new Vec(0.1, 0.1 + 0.1 * height, 0.15 + 0.3 * height);
            }
            Vec point = ray.at(hit.distance);
            Vec normal = hit.sphere.normalAt(point);
            if (normal.dot(ray.direction) > 0) {
                normal = normal.times(-1.0);
            }
            return shade(ray, hit.sphere.surface, point, normal, weight, depth);
        }

        private Vec shade(Ray ray, Surface surface, Vec point, Vec normal, double weight, int depth) {
            Vec colour = surface.colour.times(0.1);
            Vec mirrored = ray.direction.minus(normal.times(2.0 * normal.dot(ray.direction))).normalise();
            Vec toLight = light.minus(point);
            double distance = Math.sqrt(toLight.dot(toLight));
            toLight.normalise();
            double facing = normal.dot(toLight);
            if (facing > 0 && !isShadowed(new Ray(point, toLight), distance)) {
                colour.add(surface.diffuse * facing, surface.colour);
                double glint = mirrored.dot(toLight);
                if (glint > 0) {
                    colour.add(surface.specular * Math.pow(glint, surface.shine), new Vec(1, 1, 1));
                }
            }
            double left = weight * surface.specular;
            if (depth < MAXIMAL_DEPTH && left > 0.01) {
                colour.add(surface.specular, trace(new Ray(point, mirrored), left, depth + 1));
            }
            return colour;
        }

        private Hit nearest(Ray ray) {
            Hit best = null;
            for (Primitive object : objects) {
                Hit hit = object.meets(ray);
                if (hit != null && (best == null || hit.distance < best.distance)) {
                    best = hit;
                }
            }
            return best;
        }

        private boolean isShadowed(Ray ray, double distance) {
            for (Primitive object : objects) {
                Hit hit = object.meets(ray);
                if (hit != null && hit.distance < distance) {
                    return true;
                }
            }
            return false;
        }
    }
}
