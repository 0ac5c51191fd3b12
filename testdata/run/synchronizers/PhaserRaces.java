//@ run: run
package synchronizers;

import harness.Schedule;
import java.util.concurrent.Phaser;

/** The write follows the arrival. */
class PhaserRaces {
    static final Phaser phaser = new Phaser(1);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            phaser.arrive();
            data = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        phaser.awaitAdvance(0);
        Schedule.await(1);
        int seen = data;  // race[a]
        writer.join();
    }
}
