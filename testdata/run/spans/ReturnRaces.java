//@ run: run
package spans;

import harness.Schedule;

/** A search returns from the middle of the loop: it has read that far. */
class ReturnRaces {
    static int find(int[] data, int wanted) {
        for (int i = 0; i < data.length; i++) {
            if (data[i] == wanted) {  // race[a] race[b]
                return i;
            }
        }
        return -1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = {0, 10, 20, 30, 40, 50};
        Thread reader = new Thread(() -> {
            Schedule.expect(find(data, 30) == 3);
            Schedule.step(1);
        });
        reader.start();
        Schedule.await(1);
        data[0] = 1;                  // race[a]
        data[3] = 2;                  // race[b]
        data[4] = 3;
        data[5] = 4;
        reader.join();
    }
}
