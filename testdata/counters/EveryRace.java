//@ races: 40000
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Two threads meet 20,000 times and then write the same element, and meet again and write the same field, as nearly at
 * the same time as they can: each of these races must be seen, though neither thread waits for the other. In one half
 * the elements and fields are new, in the other half the main thread has written them before.
 */
public class EveryRace {
    static final int ROUNDS = 20_000;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    /** Each thread's round, far apart. Opaque accesses order nothing. */
    static final int[] rounds = new int[64];

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
        Thread other = new Thread(() -> writeAll(1, arrays, cells));
        other.start();
        writeAll(0, arrays, cells);
        other.join();
    }

    static void writeAll(int me, int[][] arrays, Cell[] cells) {
        for (int i = 0; i < ROUNDS; i++) {
            int[] array = arrays[i];
            Cell cell = cells[i];
            meet(me, 2 * i + 1);
            array[1] = me;
            meet(me, 2 * i + 2);
            cell.value = me;
        }
    }

    static void meet(int me, int round) {
        ELEMENT.setOpaque(rounds, 32 * me, round);
        while ((int) ELEMENT.getOpaque(rounds, 32 * (1 - me)) < round) {
            Thread.onSpinWait();
        }
    }
}
