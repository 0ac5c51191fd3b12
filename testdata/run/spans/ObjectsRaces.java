//@ run: run
package spans;

import harness.Schedule;

/** Objects are stored into an array, and read from another. */
class ObjectsRaces {
    static void copy(Object[] from, Object[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = from[i];  // race[a] race[b]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Object[] from = {"a", "b", "c", "d"};
        Object[] to = new Object[4];
        Thread copying = new Thread(() -> {
            copy(from, to, 2);
            Schedule.step(1);
        });
        copying.start();
        Schedule.await(1);
        Object seen = to[1];  // race[a]
        seen = to[2];
        from[1] = "e";        // race[b]
        from[2] = "f";
        copying.join();
    }
}
