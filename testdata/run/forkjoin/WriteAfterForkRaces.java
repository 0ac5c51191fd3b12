//@ run: run
package forkjoin;

import harness.Schedule;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** The parent writes after the fork, while the child runs on another worker. */
class WriteAfterForkRaces {
    static int data;

    static final class Child extends RecursiveAction {
        @Override
        protected void compute() {
            Schedule.step(1);
            Schedule.await(2);
            int seen = data;  // race[a]
        }
    }

    static final class Parent extends RecursiveAction {
        @Override
        protected void compute() {
            Child child = new Child();
            child.fork();
            Schedule.await(1);
            data = 1;         // race[a]
            Schedule.step(2);
            child.join();
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(new Parent());
        pool.shutdown();
    }
}
