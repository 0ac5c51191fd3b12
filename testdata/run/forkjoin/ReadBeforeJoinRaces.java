//@ run: run
package forkjoin;

import harness.Schedule;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** The parent reads what the child wrote on another worker, before it joins the child. */
class ReadBeforeJoinRaces {
    static int data;

    static final class Child extends RecursiveAction {
        @Override
        protected void compute() {
            data = 1;         // race[a]
            Schedule.step(1);
            Schedule.await(2);
        }
    }

    static final class Parent extends RecursiveAction {
        @Override
        protected void compute() {
            Child child = new Child();
            child.fork();
            Schedule.await(1);
            int seen = data;  // race[a]
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
