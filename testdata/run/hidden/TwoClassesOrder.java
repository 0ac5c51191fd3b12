//@ run: run
//@ since: 15
package hidden;

import harness.Schedule;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/** Two hidden classes that were made of the same bytes have a static field each. */
class TwoClassesOrder {
    interface Cell {
        void set(int value);

        int get();
    }

    static class Template implements Cell {
        static int value;

        @Override
        public void set(int value) {
            Template.value = value;
        }

        @Override
        public int get() {
            return value;
        }
    }

    /** A hidden class with the code of a class that is otherwise not used. */
    static Class<?> define() throws Exception {
        try (InputStream in = TwoClassesOrder.class.getResourceAsStream("TwoClassesOrder$Template.class")) {
            return MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Cell one = (Cell) define().getDeclaredConstructor().newInstance();
        Cell other = (Cell) define().getDeclaredConstructor().newInstance();
        one.set(0);
        other.set(0);
        Thread writer = new Thread(() -> {
            one.set(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(other.get() == 0);
        writer.join();
    }
}
