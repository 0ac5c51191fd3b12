package kernels;

import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import measured.Measured;

/**
 * Molecular dynamics: argon-like particles under the Lennard-Jones force in a periodic box, {@value #STEPS} steps by
 * velocity Verlet. There are 4 SIZE³ particles, first on a face-centred cubic lattice. The pairs are divided among the
 * threads by their first particle, in turn; since a pair pushes both of its particles, each thread adds forces up in
 * arrays of its own, which are summed after a barrier.
 *
 * <p>After {@code moldyn} of the Java Grande multithreaded suite (section 3). Particles are objects that every thread
 * reads in every step and one thread writes; the barriers are {@link CyclicBarrier}s.
 *
 * <p>Races: none.
 */
final class MolDyn implements Measured.Program {
    private static final int QUICK = 9;
    private static final int FULL = 12;

    private static final int STEPS = 45;
    private static final double TIME_STEP = 0.004;
    private static final double DENSITY = 0.83134;
    private static final double TEMPERATURE = 0.722;
    private static final double CUT_OFF = 2.5;
    /** In these steps the velocities are scaled back to the temperature; afterwards energy is conserved. */
    private static final int LAST_SCALED = 10;
    private static final int SCALED_EVERY = 5;
    /** So many steps are computed again in one thread. */
    private static final int STEPS_CHECKED = 4;

    private final int cells;
    private final int threads;
    private final int steps;
    private final double box;
    private final Particle[] particles;
    /** The forces that thread {@code id} finds before the second barrier of a step, and all threads read after it. */
    private final Forces[] forces;
    private final double[] kineticOf;
    /** The energies after each step, written by the first thread. */
    private final double[] potential;
    private final double[] kinetic;
    private double scale;

    private MolDyn(int cells, int threads, int steps) {
        int count = 4 * cells * cells * cells;
        this.cells = cells;
        this.threads = threads;
        this.steps = steps;
        this.box = Math.cbrt(count / DENSITY);
        this.particles = new Particle[count];
        this.forces = new Forces[threads];
        for (int id = 0; id < threads; id++) {
            forces[id] = new Forces(count);
        }
        this.kineticOf = new double[threads];
        this.potential = new double[steps];
        this.kinetic = new double[steps];
        if (box <= 2 * CUT_OFF) {
            Measured.fail("a box of " + cells + " cells is too small for the cut-off");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        MolDyn parallel = new MolDyn(measured.size, measured.threads, STEPS);
        measured.run(parallel);
        MolDyn sequential = new MolDyn(measured.size, 1, STEPS_CHECKED);
        sequential.prepare();
        sequential.run();
        for (int step = 0; step < STEPS_CHECKED; step++) {
            requireNear(parallel.potential[step], sequential.potential[step], 1e-9, "the potential energy", step);
            requireNear(parallel.kinetic[step], sequential.kinetic[step], 1e-9, "the kinetic energy", step);
        }
        measured.done();
    }

    private static final class Particle {
        double x;
        double y;
        double z;
        double vx;
        double vy;
        double vz;
        double fx;
        double fy;
        double fz;

        Particle(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        double speedSquared() {
            return vx * vx + vy * vy + vz * vz;
        }

        void push(double factor) {
            vx += factor * fx;
            vy += factor * fy;
            vz += factor * fz;
        }

        void move(double time, double box) {
            x = wrapped(x + time * vx, box);
            y = wrapped(y + time * vy, box);
            z = wrapped(z + time * vz, box);
        }

        void scale(double factor) {
            vx *= factor;
            vy *= factor;
            vz *= factor;
        }

        private static double wrapped(double at, double box) {
            return at < 0 ? at + box : at >= box ? at - box : at;
        }
    }

    /** What one thread has found of the forces on all particles. */
    private static final class Forces {
        final double[] x;
        final double[] y;
        final double[] z;
        double potential;

        Forces(int count) {
            x = new double[count];
            y = new double[count];
            z = new double[count];
        }

        void clear() {
            for (int i = 0; i < x.length; i++) {
                x[i] = 0.0;
                y[i] = 0.0;
                z[i] = 0.0;
            }
            potential = 0.0;
        }
    }

    @Override
    public void prepare() {
        double cell = box / cells;
        double[][] corners = {{0.25, 0.25, 0.25}, {0.75, 0.75, 0.25}, {0.75, 0.25, 0.75}, {0.25, 0.75, 0.75}};
        int count = 0;
        for (int i = 0; i < cells; i++) {
            for (int j = 0; j < cells; j++) {
                for (int k = 0; k < cells; k++) {
                    for (double[] corner : corners) {
                        particles[count++] = new Particle(
                                cell * (i + corner[0]), cell * (j + corner[1]), cell * (k + corner[2]));
                    }
                }
            }
        }
        giveVelocities();
        java.util.Arrays.fill(potential, Double.NaN);
        java.util.Arrays.fill(kinetic, Double.NaN);
    }

    /** Gaussian, without a common drift, at the temperature. */
    private void giveVelocities() {
        Random random = new Random(4_200L);
        double sumX = 0.0;
        double sumY = 0.0;
        double sumZ = 0.0;
        for (Particle p : particles) {
            sumX += p.vx = random.nextGaussian();
            sumY += p.vy = random.nextGaussian();
            sumZ += p.vz = random.nextGaussian();
        }
        double energy = 0.0;
        for (Particle p : particles) {
            p.vx -= sumX / particles.length;
            p.vy -= sumY / particles.length;
            p.vz -= sumZ / particles.length;
            energy += 0.5 * p.speedSquared();
        }
        double factor = scaleFor(energy);
        for (Particle p : particles) {
            p.scale(factor);
        }
    }

    private double scaleFor(double kineticEnergy) {
        return Math.sqrt(1.5 * particles.length * TEMPERATURE / kineticEnergy);
    }

    @Override
    public void run() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(threads);
        Runnable[] workers = new Runnable[threads];
        for (int id = 0; id < threads; id++) {
            workers[id] = new Worker(id, barrier);
        }
        Measured.inThreads(workers);
    }

    @Override
    public void check() {
        double x = 0.0;
        double y = 0.0;
        double z = 0.0;
        for (Particle p : particles) {
            x += p.vx;
            y += p.vy;
            z += p.vz;
        }
        // There was none at the start, and what a particle gains its partner loses.
        if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) < 1e-9 * particles.length)) {
            Measured.fail("the particles drift by " + x + ", " + y + ", " + z + ", expected none");
        }
        if (steps <= LAST_SCALED) {
            return;
        }
        double before = potential[LAST_SCALED + 1] + kinetic[LAST_SCALED + 1];
        double after = potential[steps - 1] + kinetic[steps - 1];
        requireNear(after, before, 2e-3, "the energy, which is conserved,", steps - 1);
    }

    private static void requireNear(double found, double expected, double tolerance, String what, int step) {
        if (!(Math.abs(found - expected) <= tolerance * Math.abs(expected))) {
            Measured.fail(what + " after step " + step + " is " + found + ", expected " + expected);
        }
    }

    private final class Worker implements Runnable {
        private final int id;
        private final CyclicBarrier barrier;
        private final int from;
        private final int to;

        Worker(int id, CyclicBarrier barrier) {
            this.id = id;
            this.barrier = barrier;
            this.from = (int) ((long) particles.length * id / threads);
            this.to = (int) ((long) particles.length * (id + 1) / threads);
        }

        @Override
        public void run() {
            // The forces at the start, which the first half step needs.
            findForces(id);
            meet();
            sumForces(from, to);
            for (int step = 0; step < steps; step++) {
                for (int i = from; i < to; i++) {
                    Particle p = particles[i];
                    p.push(0.5 * TIME_STEP);
                    p.move(TIME_STEP, box);
                }
                meet();
                findForces(id);
                meet();
                sumForces(from, to);
                double energy = 0.0;
                for (int i = from; i < to; i++) {
                    Particle p = particles[i];
                    p.push(0.5 * TIME_STEP);
                    energy += 0.5 * p.speedSquared();
                }
                kineticOf[id] = energy;
                meet();
                if (id == 0) {
                    sumEnergies(step);
                }
                if (step <= LAST_SCALED && step % SCALED_EVERY == 0) {
                    meet();
                    for (int i = from; i < to; i++) {
                        particles[i].scale(scale);
                    }
                }
            }
        }

        private void meet() {
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Adds this thread's pairs up: those whose first particle is its turn. */
    private void findForces(int id) {
        Forces mine = forces[id];
        mine.clear();
        for (int i = id; i < particles.length; i += threads) {
            findForcesOn(i, mine);
        }
    }

    private void findForcesOn(int i, Forces mine) {
        double half = 0.5 * box;
        double limit = CUT_OFF * CUT_OFF;
        double atLimit = potentialAt(1.0 / limit);
        Particle p = particles[i];
        double x = p.x;
        double y = p.y;
        double z = p.z;
        double sumX = 0.0;
        double sumY = 0.0;
        double sumZ = 0.0;
        double energy = 0.0;
        for (int j = i + 1; j < particles.length; j++) {
            Particle q = particles[j];
            double dx = nearest(x - q.x, half);
            double dy = nearest(y - q.y, half);
            double dz = nearest(z - q.z, half);
            double square = dx * dx + dy * dy + dz * dz;
            if (square < limit) {
                double inverse = 1.0 / square;
                double inverse6 = inverse * inverse * inverse;
                double force = 24.0 * inverse * inverse6 * (2.0 * inverse6 - 1.0);
                energy += potentialAt(inverse) - atLimit;
                sumX += force * dx;
                sumY += force * dy;
                sumZ += force * dz;
                mine.x[j] -= force * dx;
                mine.y[j] -= force * dy;
                mine.z[j] -= force * dz;
            }
        }
        mine.x[i] += sumX;
        mine.y[i] += sumY;
        mine.z[i] += sumZ;
        mine.potential += energy;
    }

    private static double potentialAt(double inverseSquare) {
        double inverse6 = inverseSquare * inverseSquare * inverseSquare;
        return 4.0 * inverse6 * (inverse6 - 1.0);
    }

    /** The distance to the nearest of the other particle's images. */
    private static double nearest(double distance, double half) {
        return distance > half ? distance - 2 * half : distance < -half ? distance + 2 * half : distance;
    }

    private void sumForces(int from, int to) {
        for (int i = from; i < to; i++) {
            Particle p = particles[i];
            p.fx = 0.0;
            p.fy = 0.0;
            p.fz = 0.0;
            for (int id = 0; id < threads; id++) {
                p.fx += forces[id].x[i];
                p.fy += forces[id].y[i];
                p.fz += forces[id].z[i];
            }
        }
    }

    private void sumEnergies(int step) {
        double sum = 0.0;
        for (int id = 0; id < threads; id++) {
            sum += forces[id].potential;
        }
        potential[step] = sum;
        sum = 0.0;
        for (int id = 0; id < threads; id++) {
            sum += kineticOf[id];
        }
        kinetic[step] = sum;
        scale = scaleFor(sum);
    }
}
