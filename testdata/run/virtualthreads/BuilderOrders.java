//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/**
 * Threads of a builder start when they are told to: what came before that is seen, for one that was made earlier too.
 */
class BuilderOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread reader = Thread.ofVirtual().name("reader").unstarted(() -> Schedule.expect(data == 1));
        data = 1;
        reader.start();
        reader.join();
    }
}
