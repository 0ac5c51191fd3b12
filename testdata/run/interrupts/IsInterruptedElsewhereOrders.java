//@ run: run
package interrupts;

import harness.Schedule;

/** Any thread that finds the interrupt is ordered after it, not only the interrupted one. */
class IsInterruptedElsewhereOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread interrupted = new Thread(() -> Schedule.await(1));
        Thread observer = new Thread(() -> {
            while (!interrupted.isInterrupted()) {
                Thread.onSpinWait();
            }
            Schedule.expect(data == 1);
            Schedule.step(1);
        });
        interrupted.start();
        observer.start();
        data = 1;
        interrupted.interrupt();
        interrupted.join();
        observer.join();
    }
}
