//@ run: run
package threads;

import harness.Schedule;

/** Three threads read at one place; the main thread waits for the end of two of them only. */
class OneOfThreeNotJoinedRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread[] readers = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int turn = i;
            readers[i] = new Thread(() -> {
                Schedule.await(turn);
                int seen = data;  // race[a]
                Schedule.step(turn + 1);
            });
            readers[i].start();
        }
        Schedule.await(3);
        readers[0].join();
        readers[1].join();
        data = 1;                 // race[a]
        readers[2].join();
    }
}
