//@ missed: 3
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;

/**
 * In each round two threads meet and then access the same new element or field, as nearly at the same time as they can:
 * each of these races must be reported, though neither thread waits for the other. Prints the rounds without a report.
 *
 * <p>The rounds differ in all ways: a field or an element; new, or written by the main thread before; the main thread
 * reads or writes; the other thread writes by code or, what is not new, through a handle. A thread that is stopped between two
 * instructions of a check may miss what happens meanwhile: so a few of many rounds are forgiven.
 */
public class EveryRace {
    static final int ROUNDS = 32_000;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    /** Each thread's round, far apart. Opaque accesses order nothing. */
    static final int[] rounds = new int[64];

    static volatile int begun;
    static volatile int finished;
    static volatile int total;

    static class Cell {
        int value;
    }

    static final int[][] arrays = new int[ROUNDS][4];
    static final Cell[] cells = new Cell[ROUNDS];

    public static void main(String[] args) throws Exception {
        Method counts = Class.forName("redflag.runtime.Reporter", true, null).getDeclaredMethod("counts");
        counts.setAccessible(true);
        for (int i = 0; i < ROUNDS; i++) {
            cells[i] = new Cell();
            if ((i & 1) != 0) {
                arrays[i][1] = 1;
                cells[i].value = 1;
            }
        }
        Thread other = new Thread(EveryRace::writeAll);
        other.start();
        int missed = 0;
        long reports = reports(counts);
        for (int i = 0; i < ROUNDS; i++) {
            begun = i + 1;
            int[] array = arrays[i];
            Cell cell = cells[i];
            meet(0, i + 1);
            accessOne(i, array, cell);
            total = i;
            while (finished <= i) {
                Thread.onSpinWait();
            }
            long before = reports;
            reports = reports(counts);
            missed += reports == before ? 1 : 0;
        }
        other.join();
        System.out.println(missed);
    }

    static void accessOne(int i, int[] array, Cell cell) {
        if ((i & 2) != 0) {
            if ((i & 4) != 0) {
                array[1] = i;
            } else {
                int read = array[1];
            }
        } else if ((i & 4) != 0) {
            cell.value = i;
        } else {
            int read = cell.value;
        }
    }

    static void writeAll() {
        for (int i = 0; i < ROUNDS; i++) {
            while (begun <= i) {
                Thread.onSpinWait();
            }
            int[] array = arrays[i];
            Cell cell = cells[i];
            meet(1, i + 1);
            if ((i & 2) == 0) {
                cell.value = -1;
            } else if ((i & 9) != 9) {
                array[1] = -1;
            } else {
                ELEMENT.set(array, 1, -1);
            }
            finished = i + 1;
        }
    }

    static void meet(int me, int round) {
        ELEMENT.setOpaque(rounds, 32 * me, round);
        while ((int) ELEMENT.getOpaque(rounds, 32 * (1 - me)) < round) {
            Thread.onSpinWait();
        }
    }

    /** Six numbers for each pair of places, the last of them how many races there were. */
    static long reports(Method counts) throws Exception {
        long[] all = (long[]) counts.invoke(null);
        long sum = 0;
        for (int i = 5; i < all.length; i += 6) {
            sum += all[i];
        }
        return sum;
    }
}
