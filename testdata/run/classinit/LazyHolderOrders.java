//@ run: run
package classinit;

import harness.Schedule;

/** The lazy holder idiom: the object and its plain fields are seen by all who get it through the holder. */
class LazyHolderOrders {
    int value;

    static final class Holder {
        static final LazyHolderOrders INSTANCE = new LazyHolderOrders();

        static {
            INSTANCE.value = 1;
        }
    }

    static LazyHolderOrders instance() {
        return Holder.INSTANCE;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Thread initialiser = new Thread(() -> {
            Schedule.expect(instance().value == 1);
            Schedule.step(1);
        });
        initialiser.start();
        Schedule.await(1);
        Schedule.expect(instance().value == 1);
        initialiser.join();
    }
}
