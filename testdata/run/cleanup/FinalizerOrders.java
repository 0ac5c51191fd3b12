//@ run: run
package cleanup;

import harness.Schedule;

/**
 * The end of a constructor happens-before the finaliser of the object (JLS 17.4.5). Nothing else connects the two
 * threads after the write.
 */
class FinalizerOrders {
    static int data;

    static final class Finalised {
        Finalised() {
            data = 1;
        }

        @SuppressWarnings({"deprecation", "removal"})
        @Override
        protected void finalize() {
            Schedule.expect(data == 1);
            Schedule.step(1);
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        make();
        Schedule.collectUntil(1);
    }

    static void make() {
        new Finalised();
    }
}
