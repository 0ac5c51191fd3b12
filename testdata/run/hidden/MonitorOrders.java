//@ run: run
//@ since: 15
package hidden;

import harness.Schedule;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/** The synchronized methods of a hidden class order. */
class MonitorOrders {
    interface Cell {
        void set(int value);

        int get();
    }

    static class Template implements Cell {
        int value;

        @Override
        public synchronized void set(int value) {
            this.value = value;
        }

        @Override
        public synchronized int get() {
            return value;
        }
    }

    /** A hidden class with the code of a class that is otherwise not used. */
    static Class<?> define() throws Exception {
        try (InputStream in = MonitorOrders.class.getResourceAsStream("MonitorOrders$Template.class")) {
            return MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true).lookupClass();
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Cell cell = (Cell) define().getDeclaredConstructor().newInstance();
        cell.set(0);
        Schedule.expect(cell.get() == 0);
        Thread writer = new Thread(() -> {
            cell.set(1);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        Schedule.expect(cell.get() == 1);
        writer.join();
    }
}
