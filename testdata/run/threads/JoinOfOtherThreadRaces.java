//@ run: run
package threads;

import harness.Schedule;

/** A join orders the thread that was joined, and no other one. */
class JoinOfOtherThreadRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;     // race[a]
            Schedule.step(1);
            Schedule.await(2);
        });
        Thread bystander = new Thread(() -> Schedule.await(1));
        writer.start();
        bystander.start();
        Schedule.await(1);
        bystander.join();
        int seen = data;  // race[a]
        Schedule.step(2);
        writer.join();
    }
}
