//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.Exchanger;

/** What each side did before the exchange happens-before what the other does after it. */
class ExchangerOrders {
    static final Exchanger<int[]> exchanger = new Exchanger<>();

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread partner = Schedule.thread(() -> {
            int[] mine = new int[1];
            mine[0] = 1;
            int[] yours = exchanger.exchange(mine);
            Schedule.expect(yours[0] == 2);
        });
        partner.start();
        int[] mine = new int[1];
        mine[0] = 2;
        int[] yours = exchanger.exchange(mine);
        Schedule.expect(yours[0] == 1);
        partner.join();
    }
}
