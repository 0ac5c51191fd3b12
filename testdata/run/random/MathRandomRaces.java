//@ run: run
package random;

import harness.Schedule;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** All threads share the Random of Math, the variable for seeds of new ones, and that for seeds of threads. */
class MathRandomRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Math.random();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            Math.random();
            new Random();
            ThreadLocalRandom.current();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Math.random();
        new Random();
        ThreadLocalRandom.current();
        int seen = data;  // race[a]
        writer.join();
    }
}
