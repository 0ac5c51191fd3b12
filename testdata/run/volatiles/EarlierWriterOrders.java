//@ run: run
package volatiles;

import harness.Schedule;

/**
 * Two threads write the flag and the reader sees the second value only. Every earlier write of a volatile field
 * synchronises with the read (JLS 17.4.4), so the first thread is ordered too.
 */
class EarlierWriterOrders {
    static volatile int flag;
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread one = new Thread(() -> {
            first = 1;
            flag = 1;
            Schedule.step(1);
        });
        Thread other = new Thread(() -> {
            Schedule.await(1);
            second = 1;
            flag = 2;
            Schedule.step(2);
        });
        one.start();
        other.start();
        Schedule.await(2);
        Schedule.expect(flag == 2);
        Schedule.expect(first == 1);
        Schedule.expect(second == 1);
        one.join();
        other.join();
    }
}
