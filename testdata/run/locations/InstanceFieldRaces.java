//@ run: run
package locations;

import harness.Schedule;

/** A field of an object that both threads know. */
class InstanceFieldRaces {
    int value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        InstanceFieldRaces shared = new InstanceFieldRaces();
        Thread writer = new Thread(() -> {
            shared.value = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = shared.value;  // race[a]
        writer.join();
    }
}
