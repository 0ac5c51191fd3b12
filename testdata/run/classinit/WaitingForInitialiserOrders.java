//@ run: run
package classinit;

import harness.Schedule;

/** The second user comes while the initialiser still runs and waits for its end. */
class WaitingForInitialiserOrders {
    static final class Holder {
        static int value;

        static {
            Schedule.step(1);
            Schedule.await(2);
            value = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread initialiser = new Thread(() -> {
            Schedule.expect(Holder.value == 1);
        });
        initialiser.start();
        Schedule.await(1);
        Schedule.step(2);
        Schedule.expect(Holder.value == 1);
        initialiser.join();
    }
}
