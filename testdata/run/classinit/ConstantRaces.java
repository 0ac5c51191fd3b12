//@ run: run
package classinit;

import harness.Schedule;

/** A constant is compiled into its user: reading it does not use the class and waits for no initialiser. */
class ConstantRaces {
    static int data;

    static final class Holder {
        static final int CONSTANT = 5;
        static int value;

        static {
            value = 1;
            data = 1;     // race[a]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread initialiser = new Thread(() -> {
            Schedule.expect(Holder.value == 1);
            Schedule.step(1);
        });
        initialiser.start();
        Schedule.await(1);
        Schedule.expect(Holder.CONSTANT == 5);
        int seen = data;  // race[a]
        initialiser.join();
    }
}
