//@ run: run
package locations;

import harness.Schedule;

/** The components of a record are final; the array in one of them is as open as any. */
class RecordComponentRaces {
    record Pair(int number, int[] array) {}

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Pair pair = new Pair(1, new int[1]);
        Thread writer = new Thread(() -> {
            pair.array()[0] = pair.number();  // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = pair.array()[0];           // race[a]
        writer.join();
    }
}
