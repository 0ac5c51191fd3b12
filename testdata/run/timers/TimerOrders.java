//@ run: run
package timers;

import harness.Schedule;
import java.util.Timer;
import java.util.TimerTask;

/** What comes before the scheduling of a task happens-before the task. */
class TimerOrders {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        data = 1;
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                Schedule.expect(data == 1);
                Schedule.step(1);
            }
        }, 1);
        Schedule.await(1);
    }
}
