//@ run: run
package waiting;

import harness.Schedule;

/** The write comes after the block with the notify: being woken orders nothing, the lock does. */
class WriteAfterNotifyRaces {
    static final Object lock = new Object();
    static boolean go;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = Schedule.thread(() -> {
            synchronized (lock) {
                Schedule.step(1);
                while (!go) {
                    lock.wait();
                }
            }
            Schedule.await(2);
            int seen = data;  // race[a]
        });
        reader.start();
        Schedule.await(1);
        synchronized (lock) {
            go = true;
            lock.notify();
        }
        data = 1;             // race[a]
        Schedule.step(2);
        reader.join();
    }
}
