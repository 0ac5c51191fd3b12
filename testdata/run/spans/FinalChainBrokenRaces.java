//@ run: run
package spans;

import harness.Schedule;

/**
 * A final field on the way to the array is null: without a round nothing fails; a round has made the access
 * before.
 */
class FinalChainBrokenRaces {
    static final class Holder {
        final int[] data = new int[40];
    }

    final Holder holder;

    FinalChainBrokenRaces(Holder holder) {
        this.holder = holder;
    }

    void fill(int[] first, int count) {
        for (int i = 0; i < count; i++) {
            first[i] = 1;  // race[a]
            this.holder.data[i] = 1;
        }
    }

    void failing(int[] first) {
        try {
            fill(first, 4);
            Schedule.expect(false);
        } catch (NullPointerException expected) {
            Schedule.expect(holder == null);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        FinalChainBrokenRaces broken = new FinalChainBrokenRaces(null);
        // Throws once here, so that making the exception loads nothing in the thread.
        broken.failing(new int[2]);
        int[] first = new int[40];
        int[] untouched = new int[40];
        Thread writer = new Thread(() -> {
            broken.fill(untouched, 0);
            broken.failing(first);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = untouched[0];
        seen += first[0];  // race[a]
        seen += first[1];
        writer.join();
    }
}
