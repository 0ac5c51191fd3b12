//@ run: run
package locations;

import harness.Schedule;

/** The private field of the outer object, written by an inner object. */
class InnerClassRaces {
    private int value;

    final class Inner {
        void write() {
            value = 1;           // race[a]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        InnerClassRaces outer = new InnerClassRaces();
        Inner inner = outer.new Inner();
        Thread writer = new Thread(() -> {
            inner.write();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = outer.value;  // race[a]
        writer.join();
    }
}
