//@ run: run
package locations;

import harness.Schedule;

/** The constant of an interface is final; the array that it holds is not. */
class InterfaceConstantRaces {
    interface Constants {
        int[] TABLE = new int[4];
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Schedule.expect(Constants.TABLE.length == 4);
        Thread writer = new Thread(() -> {
            Constants.TABLE[1] = 1;     // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = Constants.TABLE[1];  // race[a]
        writer.join();
    }
}
