//@ run: run
package locations;

import harness.Schedule;

/** The write is followed by an exception: it has happened all the same. */
class AccessBeforeExceptionRaces {
    static final class Box {
        int value;
        int[] array;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Box box = new Box();
        // Throws once here, so that making the exception loads nothing in the thread.
        Schedule.expect(new NullPointerException().getMessage() == null);
        Thread writer = new Thread(() -> {
            try {
                box.value = 1;  // race[a]
                box.array[0] = 1;
            } catch (NullPointerException expected) {
                Schedule.step(1);
            }
        });
        writer.start();
        Schedule.await(1);
        int seen = box.value;   // race[a]
        writer.join();
    }
}
