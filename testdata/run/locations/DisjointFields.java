//@ run: run
package locations;

import harness.Schedule;

/** Neighbours in an object are different locations. */
class DisjointFields {
    boolean left;
    boolean right;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        DisjointFields shared = new DisjointFields();
        Thread writer = new Thread(() -> {
            shared.left = true;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        shared.right = true;
        writer.join();
    }
}
