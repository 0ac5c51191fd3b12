//@ run: run
package volatiles;

import harness.Schedule;

/** The same volatile field of two objects is two variables. */
class OtherObjectRaces {
    volatile int flag;
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        OtherObjectRaces one = new OtherObjectRaces();
        OtherObjectRaces other = new OtherObjectRaces();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            one.flag = 1;
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int flag = other.flag;
        int seen = data;  // race[a]
        writer.join();
    }
}
