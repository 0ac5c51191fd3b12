//@ run: run
package timers;

import harness.Schedule;
import java.util.Timer;
import java.util.TimerTask;

/** Tasks of one timer run one after the other, on its one thread, and after what came before their scheduling. */
class TimerTasksOrder {
    static int data;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        data = 1;
        Timer timer = new Timer(true);
        for (int i = 0; i < 3; i++) {
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    data++;
                    if (data == 4) {
                        Schedule.step(1);
                    }
                }
            }, 1);
        }
        Schedule.await(1);
    }
}
