//@ run: run
package volatiles;

import harness.Schedule;

/** An object with plain fields is published by a volatile write of its reference. */
class PublishedObjectOrders {
    static final class Box {
        int value;
    }

    static volatile Box published;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Box loadedBeforeTheThreadStarts = new Box();
        Thread writer = new Thread(() -> {
            Box box = new Box();
            box.value = 1;
            published = box;
        });
        writer.start();
        while (published == null) {
            Thread.onSpinWait();
        }
        Schedule.expect(published.value == 1);
        writer.join();
    }
}
