//@ run: run
package locations;

import harness.Schedule;

/** An array that a lambda captured, as people do it to assign to a local variable. */
class CapturedArrayRaces {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] captured = new int[1];
        Thread writer = new Thread(() -> {
            captured[0] = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = captured[0];  // race[a]
        writer.join();
    }
}
