//@ counts: rules.Fork=3 rules.Join=3 rules.Read_Share=1 rules.Read_Shared=1 rules.Read_Shared_Same_Epoch=2 rules.Write_Shared=1
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A field that three threads read one after the other, unordered, and that is written when they have been joined. */
public class SharedReads {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    /** Whose turn has come. Opaque accesses order nothing. */
    static final int[] turns = {1, 0, 0, 0};

    static class Shared {
        int field;
    }

    public static void main(String[] args) throws InterruptedException {
        Shared shared = new Shared();
        shared.field = 1;
        Thread[] readers = new Thread[3];
        for (int i = 0; i < readers.length; i++) {
            int turn = i;
            readers[i] = new Thread(() -> read(shared, turn));
            readers[i].start();
        }
        for (Thread reader : readers) {
            reader.join();
        }
        shared.field = 2;
    }

    /** The second of them three times. */
    static void read(Shared shared, int turn) {
        while ((int) ELEMENT.getOpaque(turns, turn) == 0) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < (turn == 1 ? 3 : 1); i++) {
            int value = shared.field;
        }
        ELEMENT.setOpaque(turns, turn + 1, 1);
    }
}
