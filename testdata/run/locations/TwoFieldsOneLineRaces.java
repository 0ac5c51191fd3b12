//@ run: run
package locations;

import harness.Schedule;

/** Two fields race on the same two lines, which is one pair of lines and two locations. */
class TwoFieldsOneLineRaces {
    int left;
    int right;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        TwoFieldsOneLineRaces shared = new TwoFieldsOneLineRaces();
        Thread writer = new Thread(() -> {
            shared.left = shared.right = 1;    // race[left] race[right]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int sum = shared.left + shared.right;  // race[left] race[right]
        writer.join();
    }
}
