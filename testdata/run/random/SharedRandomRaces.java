//@ run: run
package random;

import harness.Schedule;
import java.util.Random;

/** Both threads draw from one Random, which is safe and orders nothing else. */
class SharedRandomRaces {
    static final Random random = new Random(1);
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            random.nextInt();
            random.nextGaussian();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        random.nextInt();
        random.nextGaussian();
        int seen = data;  // race[a]
        writer.join();
    }
}
