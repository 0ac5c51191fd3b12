//@ run: run
package threads;

import harness.Schedule;

/** Shutdown hooks run when the JVM has seen the end of main and of every other thread that is no daemon. */
class ShutdownHookOrders {
    static int ofMain;
    static int ofOther;

    public static void main(String[] args) {
        Schedule.begin();
        Thread other = new Thread(() -> {
            ofOther = 1;
        });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Schedule.expect(ofMain + ofOther == 3)));
        other.start();
        ofMain = 2;
    }
}
