//@ run: run
package classinit;

import harness.Schedule;

/** The object of the holder is safe as it was initialised; what is written to it later is not. */
class LazyHolderRaces {
    int value;

    static final class Holder {
        static final LazyHolderRaces INSTANCE = new LazyHolderRaces();
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread initialiser = new Thread(() -> {
            Holder.INSTANCE.value = 1;     // race[a]
            Schedule.step(1);
        });
        initialiser.start();
        Schedule.await(1);
        int seen = Holder.INSTANCE.value;  // race[a]
        initialiser.join();
    }
}
