//@ run: run
//@ since: 21
package virtualthreads;

import harness.Schedule;

/**
 * Each thread sleeps and goes on, perhaps on another carrier: what it did before is ordered with what it does after,
 * because it is one thread.
 */
class AcrossCarriersOrder {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> {
                int[] mine = new int[1];
                for (int n = 0; n < 20; n++) {
                    mine[0]++;
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException unexpected) {
                        Schedule.expect(false);
                    }
                }
                Schedule.expect(mine[0] == 20);
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
