//@ run: run
package monitor;

import harness.Schedule;

/** The handler stands outside of the block: the exception has unlocked the monitor before the write. */
class ExceptionExitRaces {
    static final Object lock = new Object();
    static int data;

    static void lockAndThrow() {
        synchronized (lock) {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            try {
                lockAndThrow();
            } catch (IllegalStateException expected) {
                data = 1;     // race[a]
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        synchronized (lock) {
            int seen = data;  // race[a]
        }
        writer.join();
    }
}
