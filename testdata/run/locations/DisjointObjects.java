//@ run: run
package locations;

import harness.Schedule;

/** The same field of two objects. */
class DisjointObjects {
    int value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        DisjointObjects one = new DisjointObjects();
        DisjointObjects other = new DisjointObjects();
        Thread writer = new Thread(() -> {
            one.value = 1;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        other.value = 2;
        writer.join();
    }
}
