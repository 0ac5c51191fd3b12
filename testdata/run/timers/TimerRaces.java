//@ run: run
package timers;

import harness.Schedule;
import java.util.Timer;
import java.util.TimerTask;

/** The write follows the scheduling; that the task runs later by the clock orders nothing. */
class TimerRaces {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                Schedule.await(1);
                int seen = data;  // race[a]
                Schedule.step(2);
            }
        }, 1);
        data = 1;                 // race[a]
        Schedule.step(1);
        Schedule.await(2);
    }
}
