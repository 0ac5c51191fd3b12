//@ run: run
package forkjoin;

import harness.Schedule;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;

/** The parent waits until another worker has taken the child: fork and join order the two across threads. */
class StolenTaskOrders {
    static int data;

    static final class Child extends RecursiveAction {
        @Override
        protected void compute() {
            data++;
            Schedule.step(1);
        }
    }

    static final class Parent extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            data = 1;
            Child child = new Child();
            child.fork();
            Schedule.await(1);
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
