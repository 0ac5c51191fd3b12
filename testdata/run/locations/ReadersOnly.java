//@ run: run
package locations;

import harness.Schedule;

/** Many threads read what was written before they started. */
class ReadersOnly {
    static int value;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        value = 1;
        Thread one = new Thread(() -> {
            Schedule.expect(value == 1);
            Schedule.step(1);
            Schedule.await(2);
            Schedule.expect(value == 1);
        });
        one.start();
        Schedule.await(1);
        Schedule.expect(value == 1);
        Schedule.step(2);
        one.join();
    }
}
