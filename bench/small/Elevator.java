package small;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import measured.Measured;

/**
 * SIZE people come to a house of {@value #FLOORS} floors, in the order of their times, and THREADS lifts, each a thread
 * with a clock of its own, carry them. A lift that is empty asks the controls for a call; on its way it takes in whom
 * it finds going in its direction. The main thread sends people as long as not too many wait.
 *
 * <p>After {@code elevator} of von Praun and Gross ("Object Race Detection", 2001), a simulator of discrete events. That
 * one sleeps while a lift moves; here only the lift's clock goes on.
 *
 * <p>Races: none. Who waits belongs to the controls, under their lock; who rides belongs to the lift.
 */
final class Elevator implements Measured.Program {
    private static final int QUICK = 700_000;
    private static final int FULL = 4_000_000;

    private static final int FLOORS = 24;
    private static final int ROOM = 8;
    private static final int MOST_WAITING = 200;
    private static final long SEED = 8L;

    private static final int SECONDS_PER_FLOOR = 3;
    private static final int SECONDS_PER_STOP = 8;

    private final int size;
    private final int threads;
    private Lift[] lifts;
    private Controls controls;

    private Elevator(int size, int threads) {
        this.size = size;
        this.threads = threads;
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        measured.run(new Elevator(measured.size, measured.threads));
        measured.done();
    }

    private static final class Person {
        final int from;
        final int to;
        final long comes;
        /** Written by the lift. */
        private long enters;

        Person(int from, int to, long comes) {
            this.from = from;
            this.to = to;
            this.comes = comes;
        }

        static Person next(Random random, long after) {
            int from = random.nextInt(FLOORS);
            int further = 1 + random.nextInt(FLOORS - 1);
            return new Person(from, (from + further) % FLOORS, after + random.nextInt(10));
        }

        int direction() {
            return Integer.signum(to - from);
        }
    }

    /** Guard of its fields: its own monitor. */
    private static final class Controls {
        private final List<ArrayDeque<Person>> up = queues();
        private final List<ArrayDeque<Person>> down = queues();
        private int waiting;
        private boolean isClosed;

        private static List<ArrayDeque<Person>> queues() {
            List<ArrayDeque<Person>> queues = new ArrayList<>();
            for (int floor = 0; floor < FLOORS; floor++) {
                queues.add(new ArrayDeque<>());
            }
            return queues;
        }

        private ArrayDeque<Person> queue(int floor, int direction) {
            return (direction > 0 ? up : down).get(floor);
        }

        synchronized void call(Person person) throws InterruptedException {
            while (waiting == MOST_WAITING) {
                wait();
            }
            queue(person.from, person.direction()).add(person);
            if (waiting++ == 0) {
                notifyAll();
            }
        }

        /** Nobody will come any more. */
        synchronized void close() {
            isClosed = true;
            notifyAll();
        }

        /** Somebody who has called from nearby, to ride at once; null at the end of the day. */
        synchronized Person nearestCall(int floor) throws InterruptedException {
            while (waiting == 0 && !isClosed) {
                wait();
            }
            if (waiting == 0) {
                return null;
            }
            int distance = 0;
            while (true) {
                for (int at = floor - distance; at <= floor + distance; at += Math.max(1, 2 * distance)) {
                    for (int direction = -1; direction <= 1 && at >= 0 && at < FLOORS; direction += 2) {
                        Person person = take(at, direction);
                        if (person != null) {
                            return person;
                        }
                    }
                }
                distance++;
            }
        }

        /** Somebody who waits here to ride in this direction, or null. */
        synchronized Person take(int floor, int direction) {
            Person person = queue(floor, direction).poll();
            if (person != null && waiting-- == MOST_WAITING) {
                notifyAll();
            }
            return person;
        }
    }

    private final class Lift implements Runnable {
        private final List<Person> riding = new ArrayList<>();
        private int floor;
        private long clock;
        /** How many people it has carried from each floor to each. */
        private final int[][] carried = new int[FLOORS][FLOORS];

        @Override
        public void run() {
            try {
                Person first = controls.nearestCall(floor);
                while (first != null) {
                    carry(first);
                    first = controls.nearestCall(floor);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** One way, up or down, until nobody is in the lift any more. */
        private void carry(Person first) {
            clock += SECONDS_PER_FLOOR * Math.abs(first.from - floor);
            floor = first.from;
            int direction = first.direction();
            letIn(first);
            while (true) {
                boolean stops = letOut();
                while (riding.size() < ROOM) {
                    Person next = controls.take(floor, direction);
                    if (next == null) {
                        break;
                    }
                    letIn(next);
                    stops = true;
                }
                if (stops) {
                    clock += SECONDS_PER_STOP;
                }
                if (riding.isEmpty()) {
                    return;
                }
                floor += direction;
                clock += SECONDS_PER_FLOOR;
            }
        }

        private void letIn(Person person) {
            clock = Math.max(clock, person.comes);
            person.enters = clock;
            riding.add(person);
        }

        private boolean letOut() {
            int before = riding.size();
            for (Iterator<Person> all = riding.iterator(); all.hasNext(); ) {
                Person person = all.next();
                if (person.to == floor) {
                    carried[person.from][floor]++;
                    all.remove();
                    if (clock - person.enters < SECONDS_PER_FLOOR * Math.abs(floor - person.from)) {
                        Measured.fail("nobody rides from " + person.from + " to " + floor + " so fast");
                    }
                }
            }
            return riding.size() < before;
        }
    }

    private final class Street implements Runnable {
        @Override
        public void run() {
            try {
                Random random = new Random(SEED);
                long time = 0;
                for (int i = 0; i < size; i++) {
                    Person person = Person.next(random, time);
                    time = person.comes;
                    controls.call(person);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            controls.close();
        }
    }

    @Override
    public void prepare() {
        controls = new Controls();
        lifts = new Lift[threads];
        for (int id = 0; id < threads; id++) {
            lifts[id] = new Lift();
        }
    }

    @Override
    public void run() throws InterruptedException {
        Runnable[] all = new Runnable[threads + 1];
        all[0] = new Street();
        System.arraycopy(lifts, 0, all, 1, threads);
        Measured.inThreads(all);
    }

    @Override
    public void check() {
        int[][] expected = new int[FLOORS][FLOORS];
        Random random = new Random(SEED);
        for (int i = 0; i < size; i++) {
            Person person = Person.next(random, 0);
            expected[person.from][person.to]++;
        }
        for (Lift lift : lifts) {
            for (int from = 0; from < FLOORS; from++) {
                for (int to = 0; to < FLOORS; to++) {
                    expected[from][to] -= lift.carried[from][to];
                }
            }
        }
        if (!Arrays.deepEquals(expected, new int[FLOORS][FLOORS])) {
            Measured.fail("not everybody has been where they wanted to go");
        }
    }
}
