//@ run: run
package classinit;

import harness.Schedule;

/** The first user runs the initialiser; a later user in another thread is ordered after it (JLS 12.4.2). */
class InitialiserOrders {
    static final class Holder {
        static int value;

        static {
            value = 1;
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
        initialiser.join();
    }
}
