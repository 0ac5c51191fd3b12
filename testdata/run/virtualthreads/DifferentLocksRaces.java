//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/** Two locks do not order a virtual thread and a platform thread. */
class DifferentLocksRaces {
    static final Object one = new Object();
    static final Object other = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = Thread.startVirtualThread(() -> {
            synchronized (one) {
                data = 1;     // race[a]
            }
            Schedule.step(1);
        });
        Schedule.await(1);
        synchronized (other) {
            int seen = data;  // race[a]
        }
        writer.join();
    }
}
