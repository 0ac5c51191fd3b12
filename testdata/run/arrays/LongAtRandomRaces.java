//@ run: run
package arrays;

import harness.Schedule;

/** A thread comes to the elements of a long array in no order, again and again, and synchronises in between. */
class LongAtRandomRaces {
    static final Object lock = new Object();

    static int step(int at, int length) {
        return (int) ((at * 48271L + 11) % length);
    }

    static void add(int[] data, int value) {
        int at = 1;
        for (int i = 0; i < 400_000; i++) {
            at = step(at, data.length);
            data[at] += value;  // race[a] race[b]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[100_003];
        int first = step(1, data.length);
        int second = step(first, data.length);
        Thread writer = new Thread(() -> {
            add(data, 1);
            synchronized (lock) {
                data[0] = 1;
            }
            add(data, 2);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        synchronized (lock) {
            data[0]++;
        }
        int seen = data[first];  // race[a]
        data[second] = seen;     // race[b]
        writer.join();
    }
}
