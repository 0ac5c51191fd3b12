//@ run: run
package threads;

import harness.Schedule;

/** A thread that dies of an exception runs its handler first; a join orders both. */
class UncaughtExceptionOrders {
    static int data;
    static int handled;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread writer = new Thread(() -> {
            data = 1;
            throw new IllegalStateException();
        });
        writer.setUncaughtExceptionHandler((thread, thrown) -> handled = 1);
        writer.start();
        writer.join();
        Schedule.expect(data == 1);
        Schedule.expect(handled == 1);
    }
}
