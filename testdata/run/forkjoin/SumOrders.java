//@ run: run
package forkjoin;

import harness.Schedule;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/**
 * A sum by halves: each task reads its part of the input and writes its own result, and every result is read after a
 * join.
 */
class SumOrders {
    static final class Sum extends RecursiveAction {
        final int[] input;
        final int from;
        final int to;
        int result;

        Sum(int[] input, int from, int to) {
            this.input = input;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from == 1) {
                result = input[from];
                return;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(input, from, middle);
            Sum right = new Sum(input, middle, to);
            invokeAll(left, right);
            result = left.result + right.result;
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] input = new int[64];
        for (int i = 0; i < input.length; i++) {
            input[i] = 1;
        }
        Sum sum = new Sum(input, 0, input.length);
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(sum);
        Schedule.expect(sum.result == 64);
        pool.shutdown();
    }
}
