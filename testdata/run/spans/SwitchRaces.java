//@ run: run
package spans;

import harness.Schedule;

/** A switch leaves the loop: the round has made the access before it. */
class SwitchRaces {
    static int fill(int[] data, int[] other, char[] text) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;     // race[a]
            switch (text[i]) {
                case 'a':
                    break;
                case 'b':
                    return 2;
                default:
                    return 3;
            }
            other[i] = 1;    // race[b]
        }
        return 1;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] data = new int[40];
        int[] other = new int[40];
        char[] text = {'a', 'a', 'a', 'b', 'a', 'a', 'a', 'a'};
        Thread writer = new Thread(() -> {
            Schedule.expect(fill(data, other, text) == 2);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = data[3];  // race[a]
        seen += data[4];
        seen += other[2];    // race[b]
        seen += other[3];
        writer.join();
    }
}
