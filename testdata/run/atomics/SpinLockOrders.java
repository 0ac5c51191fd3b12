//@ run: run
package atomics;

import harness.Schedule;
import java.util.concurrent.atomic.AtomicBoolean;

/** A lock made of compareAndSet and set orders the critical sections of the threads that hold it. */
class SpinLockOrders {
    static final AtomicBoolean held = new AtomicBoolean();
    static int data;

    static void add() {
        while (!held.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        data++;
        held.set(false);
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread other = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                add();
            }
        });
        other.start();
        for (int i = 0; i < 100; i++) {
            add();
        }
        other.join();
        Schedule.expect(data == 200);
    }
}
