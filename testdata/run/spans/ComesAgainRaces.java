//@ run: run
package spans;

import harness.Schedule;

/** A thread has a part of an array to itself and comes to it again and again; another one looks into it. */
class ComesAgainRaces {
    static final Object lock = new Object();

    static void fill(int[] data, int value) {
        for (int i = 8; i < 72; i++) {
            data[i] = value;  // race[a] race[b]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[80];
        Thread writer = new Thread(() -> {
            for (int round = 0; round < 40; round++) {
                fill(data, round);
                synchronized (lock) {
                    data[0] = round;
                }
            }
            fill(data, 40);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen;
        synchronized (lock) {
            seen = data[0] + data[7] + data[72];
        }
        seen += data[8];   // race[a]
        seen += data[71];  // race[b]
        writer.join();
    }
}
