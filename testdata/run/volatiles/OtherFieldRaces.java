//@ run: run
package volatiles;

import harness.Schedule;

/** The writer writes one volatile field and the reader reads another of the same class. */
class OtherFieldRaces {
    static volatile int one;
    static volatile int other;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            one = 1;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int flag = other;
        int seen = data;  // race[a]
        writer.join();
    }
}
