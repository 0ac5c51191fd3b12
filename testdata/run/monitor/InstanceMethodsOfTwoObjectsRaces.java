//@ run: run
package monitor;

import harness.Schedule;

/** Synchronized methods of two objects lock two objects; the static field that both touch is not protected. */
class InstanceMethodsOfTwoObjectsRaces {
    static int data;

    synchronized void write() {
        data = 1;     // race[a]
    }

    synchronized int read() {
        return data;  // race[a]
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        InstanceMethodsOfTwoObjectsRaces one = new InstanceMethodsOfTwoObjectsRaces();
        InstanceMethodsOfTwoObjectsRaces other = new InstanceMethodsOfTwoObjectsRaces();
        Thread writer = new Thread(() -> {
            one.write();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = other.read();
        writer.join();
    }
}
