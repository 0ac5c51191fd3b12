//@ run: run
package spans;

import harness.Schedule;

/** The test itself accesses the element, and that of the last round, too. */
class WhileRaces {
    static int length(byte[] text, int from) {
        int i = from;
        while (text[i++] != 0) {}  // race[a] race[b]
        return i - from - 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        byte[] text = {1, 2, 3, 4, 0, 6};
        Thread reader = new Thread(() -> {
            Schedule.expect(length(text, 1) == 3);
            Schedule.step(1);
        });
        reader.start();
        Schedule.await(1);
        text[0] = 9;
        text[1] = 9;               // race[a]
        text[4] = 9;               // race[b]
        text[5] = 9;
        reader.join();
    }
}
