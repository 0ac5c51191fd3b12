//@ run: run
package locations;

import harness.Schedule;

/** Two fields of one object race, each at its own pair of places. */
class TwoFieldsRaces {
    int left;
    int right;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        TwoFieldsRaces shared = new TwoFieldsRaces();
        Thread writer = new Thread(() -> {
            shared.left = 1;       // race[left]
            shared.right = 1;      // race[right]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int right = shared.right;  // race[right]
        int left = shared.left;    // race[left]
        writer.join();
    }
}
