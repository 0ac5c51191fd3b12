//@ run: run
package threads;

import harness.Schedule;

/**
 * Starts and joins compose: the grandchild sees what came before the start of its parent, and is seen after the join of
 * its parent.
 */
class GrandchildOrders {
    static int down;
    static int up;

    static void child() throws InterruptedException {
        Thread grandchild = new Thread(() -> {
            Schedule.expect(down == 1);
            up = 1;
        });
        grandchild.start();
        grandchild.join();
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        down = 1;
        Thread child = Schedule.thread(() -> child());
        child.start();
        child.join();
        Schedule.expect(up == 1);
    }
}
