//@ run: run
package forkjoin;

import harness.Schedule;
import java.util.stream.IntStream;

/** The elements are written on many threads and read when the stream has ended. */
class ParallelStreamOrders {
    public static void main(String[] args) throws Exception {
        Schedule.begin();
        int[] squares = new int[1000];
        IntStream.range(0, squares.length).parallel().forEach(i -> squares[i] = i * i);
        for (int i = 0; i < squares.length; i++) {
            Schedule.expect(squares[i] == i * i);
        }
    }
}
