//@ run: run
//@ since: 15
package hidden;

import harness.Schedule;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/** A volatile field of a hidden class orders. */
class VolatileFieldOrders {
    static int data;

    interface Cell {
        void set(int value);

        int get();
    }

    static class Template implements Cell {
        volatile int value;

        @Override
        public void set(int value) {
            this.value = value;
        }

        @Override
        public int get() {
            return value;
        }
    }

    /** A hidden class with the code of a class that is otherwise not used. */
    static Class<?> define() throws Exception {
        try (InputStream in = VolatileFieldOrders.class.getResourceAsStream("VolatileFieldOrders$Template.class")) {
            return MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Cell cell = (Cell) define().getDeclaredConstructor().newInstance();
        cell.set(0);
        Schedule.expect(cell.get() == 0);
        Thread writer = new Thread(() -> {
            data = 1;
            cell.set(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(cell.get() == 1);
        Schedule.expect(data == 1);
        writer.join();
    }
}
