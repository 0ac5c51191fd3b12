//@ run: run
package forkjoin;

import harness.Schedule;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** What comes before a fork happens-before the forked task, and all of that before the return of join. */
class ForkJoinOrders {
    static int data;

    static final class Child extends RecursiveAction {
        @Override
        protected void compute() {
            data++;
        }
    }

    static final class Parent extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            data = 1;
            Child child = new Child();
            child.fork();
            child.join();
            return data;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ForkJoinPool pool = new ForkJoinPool(2);
        Schedule.expect(pool.invoke(new Parent()) == 2);
        Schedule.expect(data == 2);
        pool.shutdown();
    }
}
