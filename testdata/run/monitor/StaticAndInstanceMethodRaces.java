//@ run: run
package monitor;

import harness.Schedule;

/** A static synchronized method locks the class, an instance one locks the object: two locks. */
class StaticAndInstanceMethodRaces {
    static int data;

    static synchronized void write() {
        data = 1;     // race[a]
    }

    synchronized int read() {
        return data;  // race[a]
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        StaticAndInstanceMethodRaces shared = new StaticAndInstanceMethodRaces();
        Thread writer = new Thread(() -> {
            write();
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = shared.read();
        writer.join();
    }
}
