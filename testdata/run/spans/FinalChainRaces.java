//@ run: run
package spans;

import harness.Schedule;

/** The array is reached through final fields. */
class FinalChainRaces {
    static final class Holder {
        final int[] data;

        Holder(int length) {
            data = new int[length];
        }
    }

    final Holder holder = new Holder(8);

    void fill(int count) {
        for (int i = 0; i < count; i++) {
            this.holder.data[i] = 1;       // race[a]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        FinalChainRaces shared = new FinalChainRaces();
        Thread writer = new Thread(() -> {
            shared.fill(4);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = shared.holder.data[3];  // race[a]
        seen += shared.holder.data[4];
        writer.join();
    }
}
