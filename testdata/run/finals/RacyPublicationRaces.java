//@ run: run
package finals;

import harness.Schedule;

/** The reference itself is published by a race. The final field is silent all the same, the plain one is not. */
class RacyPublicationRaces {
    static final class Box {
        final int value;
        int plain;

        Box(int value) {
            this.value = value;
            this.plain = value;      // race[plain]
        }
    }

    static Box published;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Box loadedBeforeTheThreadStarts = new Box(0);
        Thread writer = new Thread(() -> {
            published = new Box(1);  // race[published]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Box box = published;         // race[published]
        Schedule.expect(box.value == 1);
        int seen = box.plain;        // race[plain]
        writer.join();
    }
}
