//@ run: run
package collections;

import harness.Schedule;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An iterator of a copy-on-write list shows what was there when it was made, ordered after the additions that it shows.
 */
class SnapshotOrders {
    static final CopyOnWriteArrayList<int[]> list = new CopyOnWriteArrayList<>();

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                int[] element = new int[1];
                element[0] = i;
                list.add(element);
            }
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int sum = 0;
        for (int[] element : list) {
            sum += element[0];
        }
        Schedule.expect(sum == 3);
        writer.join();
    }
}
