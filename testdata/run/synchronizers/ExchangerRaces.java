//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.Exchanger;

/** One side keeps what it gave away and writes it after the exchange. */
class ExchangerRaces {
    static final Exchanger<int[]> exchanger = new Exchanger<>();

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread partner = Schedule.thread(() -> {
            int[] mine = new int[1];
            exchanger.exchange(mine);
            mine[0] = 1;      // race[a]
            Schedule.step(1);
        });
        partner.start();
        int[] yours = exchanger.exchange(new int[1]);
        Schedule.await(1);
        int seen = yours[0];  // race[a]
        partner.join();
    }
}
