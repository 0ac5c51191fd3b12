//@ races: 40000
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Two threads meet 20,000 times and then access the same element, and meet again and access the same field, as nearly at
 * the same time as they can: each of these races must be seen, though neither thread waits for the other. In one half
 * the elements and fields are new, in the other half the main thread has written them before; in one half both threads
 * write, in the other half the main thread reads.
 */
public class EveryRace {
    static final int ROUNDS = 20_000;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    /** Each thread's round, far apart. Opaque accesses order nothing. */
    static final int[] rounds = new int[64];

    static volatile int total;

    static class Cell {
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        int[][] arrays = new int[ROUNDS][4];
        Cell[] cells = new Cell[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            cells[i] = new Cell();
            if (i % 2 == 0) {
                arrays[i][1] = 1;
                cells[i].value = 1;
            }
        }
        Thread other = new Thread(() -> accessAll(1, arrays, cells));
        other.start();
        accessAll(0, arrays, cells);
        other.join();
    }

    static void accessAll(int me, int[][] arrays, Cell[] cells) {
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            int[] array = arrays[i];
            Cell cell = cells[i];
            boolean reads = me == 0 && i % 4 < 2;
            meet(me, 2 * i + 1);
            if (reads) {
                sum += array[1];
            } else {
                array[1] = me;
            }
            meet(me, 2 * i + 2);
            if (reads) {
                sum += cell.value;
            } else {
                cell.value = me;
            }
        }
        total += sum;
    }

    static void meet(int me, int round) {
        ELEMENT.setOpaque(rounds, 32 * me, round);
        while ((int) ELEMENT.getOpaque(rounds, 32 * (1 - me)) < round) {
            Thread.onSpinWait();
        }
    }
}
