//@ run: run
package threads;

import harness.Schedule;

/** A daemon is not waited for: what it did is not ordered before shutdown hooks, even if it has ended. */
class ShutdownHookRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread daemon = new Thread(() -> {
            data = 1;         // race[a]
            Schedule.step(1);
        });
        daemon.setDaemon(true);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            Schedule.await(1);
            int seen = data;  // race[a]
        }));
        daemon.start();
    }
}
