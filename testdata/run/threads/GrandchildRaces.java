//@ run: run
package threads;

import harness.Schedule;

/** The parent starts the grandchild and does not join it: joining the parent orders what the parent did, not more. */
class GrandchildRaces {
    static int data;

    static void grandchild() {
        Schedule.await(1);
        data = 1;         // race[a]
        Schedule.step(2);
        Schedule.await(3);
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread grandchild = new Thread(() -> grandchild());
        Thread child = new Thread(() -> grandchild.start());
        child.start();
        child.join();
        Schedule.step(1);
        Schedule.await(2);
        int seen = data;  // race[a]
        Schedule.step(3);
        grandchild.join();
    }
}
