//@ run: run
package locations;

import harness.Schedule;

/** A constant of an enum is one object for all threads, and its plain field is shared. */
class EnumFieldRaces {
    enum Level {
        LOW;

        int uses;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Schedule.expect(Level.LOW.uses == 0);
        Thread writer = new Thread(() -> {
            Level.LOW.uses = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = Level.LOW.uses;  // race[a]
        writer.join();
    }
}
