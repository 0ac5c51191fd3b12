//@ run: run
package spans;

import harness.Schedule;

/** The exception that ends the loop leaves a synchronized method, and the reader takes no monitor. */
class ThrownFromSynchronizedMethodRaces {
    synchronized void fill(int[] data, int[] shorter) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;  // race[a]
            shorter[i] = 1;
        }
    }

    int read(int[] data) {
        return data[4];   // race[a]
    }

    void failing(int[] data, int[] shorter) {
        try {
            fill(data, shorter);
            Schedule.expect(false);
        } catch (ArrayIndexOutOfBoundsException expected) {
            Schedule.expect(shorter.length < data.length);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ThrownFromSynchronizedMethodRaces shared = new ThrownFromSynchronizedMethodRaces();
        // Throws once here, so that making the exception loads nothing in the thread.
        shared.failing(new int[2], new int[1]);
        int[] data = new int[40];
        Thread writer = new Thread(() -> {
            shared.failing(data, new int[4]);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(shared.read(data) == 1);
        writer.join();
    }
}
