//@ run: run
package spans;

import harness.Schedule;

/** Each round of a thread leaves an element behind: who has seen the fiftieth round has seen that one's last write. */
class LeftBehindRaces {
    static volatile int done;

    static void fill(long[] data, int from) {
        for (int i = from; i < data.length; i++) {
            data[i] = from;  // race[a]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        long[] data = new long[120];
        Thread writer = new Thread(() -> {
            for (int round = 0; round < 60; round++) {
                fill(data, round);
                if (round == 50) {
                    done = round;
                    Schedule.step(1);
                    Schedule.await(2);
                }
            }
            Schedule.step(3);
        });
        writer.start();
        Schedule.await(1);
        int seen = done;
        Schedule.step(2);
        Schedule.await(3);
        long sum = data[0] + data[49];
        sum += data[50];
        sum += data[51];  // race[a]
        writer.join();
    }
}
