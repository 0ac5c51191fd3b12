//@ run: run
package waiting;

import harness.Schedule;

/** A thread that has waited comes after what was done under the lock before, and not after what is done there later. */
class WaiterInBetweenRaces {
    static final Object lock = new Object();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread waiter = new Thread(() -> {
            try {
                synchronized (lock) {
                    Schedule.step(1);
                    while (!Schedule.reached(2)) {
                        lock.wait();
                    }
                }
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
            Schedule.step(3);
            Schedule.await(4);
            int seen = data;      // race[a]
        });
        waiter.start();
        Schedule.await(1);
        for (int i = 0; i < 3; i++) {
            synchronized (lock) {
                data = i;         // race[a]
                if (i == 1) {
                    Schedule.step(2);
                    lock.notify();
                }
            }
            if (i == 1) {
                Schedule.await(3);
            }
        }
        Schedule.step(4);
        waiter.join();
    }
}
