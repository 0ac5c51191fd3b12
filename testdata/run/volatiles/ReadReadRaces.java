//@ run: run
package volatiles;

import harness.Schedule;

/** Two volatile reads order nothing, whatever their order. */
class ReadReadRaces {
    static volatile int flag;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            int before = flag;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int after = flag;
        int seen = data;  // race[a]
        writer.join();
    }
}
