//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.Phaser;

/** A party that only arrives is ordered before those who await the advance of its phase. */
class PhaserArriveOrders {
    static final Phaser phaser = new Phaser(1);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            phaser.arrive();
        });
        writer.start();
        phaser.awaitAdvance(0);
        Schedule.expect(data == 1);
        writer.join();
    }
}
