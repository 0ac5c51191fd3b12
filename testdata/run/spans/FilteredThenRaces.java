//@ run: run
package spans;

import harness.Schedule;

/** What a filter dropped in a loop is not known of the array: the loop that comes there again races. */
class FilteredThenRaces {
    static final Object lock = new Object();

    static void fill(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;  // race[a]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[8];
        Thread filling = new Thread(() -> {
            fill(data);
            synchronized (lock) {
                // Nothing.
            }
            synchronized (lock) {
                fill(data);
            }
            Schedule.step(1);
            Schedule.await(2);
            fill(data);
        });
        filling.start();
        Schedule.await(1);
        synchronized (lock) {
            // Nothing.
        }
        data[3] = 2;  // race[a]
        Schedule.step(2);
        filling.join();
    }
}
