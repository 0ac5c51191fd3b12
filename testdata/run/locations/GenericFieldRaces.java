//@ run: run
package locations;

import harness.Schedule;

/** A field of a type parameter is a field of its bound. */
class GenericFieldRaces {
    static final class Box<T> {
        T value;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Box<String> box = new Box<>();
        Thread writer = new Thread(() -> {
            box.value = "set";    // race[a]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        String seen = box.value;  // race[a]
        writer.join();
    }
}
