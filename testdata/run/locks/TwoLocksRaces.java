//@ run: run
package locks;

import harness.Schedule;
import java.util.concurrent.locks.ReentrantLock;

/** Each side holds a lock, but not the same one. */
class TwoLocksRaces {
    static final ReentrantLock one = new ReentrantLock();
    static final ReentrantLock other = new ReentrantLock();
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            one.lock();
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
            one.unlock();
        });
        writer.start();
        Schedule.await(1);
        other.lock();
        int seen = data;  // race[a]
        other.unlock();
        Schedule.step(2);
        writer.join();
    }
}
