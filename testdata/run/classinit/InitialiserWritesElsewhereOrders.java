//@ run: run
package classinit;

import harness.Schedule;

/** The initialiser writes a field of another class; whoever uses the initialised class is ordered after that too. */
class InitialiserWritesElsewhereOrders {
    static int data;

    static final class Holder {
        static int value;

        static {
            value = 1;
            data = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread initialiser = new Thread(() -> {
            Schedule.expect(Holder.value == 1);
            Schedule.step(1);
        });
        initialiser.start();
        Schedule.await(1);
        Schedule.expect(Holder.value == 1);
        Schedule.expect(data == 1);
        initialiser.join();
    }
}
