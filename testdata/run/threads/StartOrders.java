//@ run: run
package threads;

import harness.Schedule;

/** What comes before a start happens-before all of the started thread. */
class StartOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        data = 1;
        Thread reader = new Thread(() -> {
            Schedule.expect(data == 1);
        });
        reader.start();
        reader.join();
    }
}
