//@ run: run
package classinit;

import harness.Schedule;

/** Making an instance uses the class, so it is ordered after the initialiser; a static method would do as well. */
class NewInstanceOrders {
    static int data;

    static final class Used {
        static {
            data = 1;
        }

        static void use() {}
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread initialiser = new Thread(() -> {
            Used.use();
            Schedule.step(1);
        });
        initialiser.start();
        Schedule.await(1);
        Used used = new Used();
        Schedule.expect(data == 1);
        initialiser.join();
    }
}
