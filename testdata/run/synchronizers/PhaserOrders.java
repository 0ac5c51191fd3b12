//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.Phaser;

/** Arriving happens-before the return of the call that awaits the advance. */
class PhaserOrders {
    static final Phaser phaser = new Phaser(2);
    static int here;
    static int there;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread party = new Thread(() -> {
            here = 1;
            phaser.arriveAndAwaitAdvance();
            Schedule.expect(there == 1);
        });
        party.start();
        there = 1;
        phaser.arriveAndAwaitAdvance();
        Schedule.expect(here == 1);
        party.join();
    }
}
