//@ run: run
package spans;

import harness.Schedule;

/** The array takes no objects of that class: the element stays as it is. */
class StoreFailsRaces {
    static void copy(Object[] from, Object[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] = from[i];  // race[a]
        }
    }

    static void failing(Object[] from, Object[] to) {
        try {
            copy(from, to);
            Schedule.expect(false);
        } catch (ArrayStoreException expected) {
            Schedule.expect(from.length == to.length);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Object[] from = {"a", "b", 3, "d"};
        // Throws once here, so that making the exception loads nothing in the thread.
        failing(from, new String[4]);
        Object[] to = new String[4];
        Thread writer = new Thread(() -> {
            failing(from, to);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Object seen = to[1];  // race[a]
        seen = to[2];
        seen = to[3];
        writer.join();
    }
}
