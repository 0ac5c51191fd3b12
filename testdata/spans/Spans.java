/**
 * Loops, and which of their accesses to elements are told of where the loop ends: those that `//~` names, and no
 * others.
 */
class Spans {
    static final int[] table = new int[8];
    static int[] replaced = new int[8];
    static volatile boolean stop;
    static volatile int[] published = new int[8];
    static int count;

    static final class Holder {
        final int[] data = new int[8];
        int[] variable = new int[8];
    }

    final Holder holder = new Holder();
    final long[] longs = new long[8];
    Holder otherHolder = new Holder();

    Spans() {
        // The constructor may still have to write to the field.
        for (int i = 0; i < 8; i++) {
            longs[i] = i;
        }
        long[] same = longs;
        for (int i = 0; i < 8; i++) {
            same[i] = i;  //~ write
        }
    }

    // ---- Directions and offsets.

    static void upwards(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] = 1;  //~ write
        }
    }

    static void downwards(int[] data) {
        for (int i = data.length - 1; i >= 0; i--) {
            data[i] = 1;  //~ write
        }
    }

    void enteredFromTwoPlaces(boolean isFirst) {
        int i;
        if (isFirst) {
            i = 0;
        } else {
            i = 4;
        }
        while (i < 8) {
            holder.data[i] = 1;  //~ write
            i++;
        }
    }

    static void bothWays(int[] from, int[] to) {
        for (int i = 0, j = from.length - 1; i < from.length; i++, j--) {
            to[j] = from[i];  //~ read; write
        }
    }

    static void neighbours(int[] from, int[] to) {
        for (int i = 1; i < from.length - 1; i++) {
            to[i] = from[i - 1] + from[1 + i];  //~ read; read; write
        }
    }

    static void whileTesting(byte[] text) {
        int i = 0;
        while (text[i++] != 0) {}  //~ read
    }

    static void testingLast(int[] data, int from) {
        int i = from;
        do {
            data[++i] = 1;  //~ write
        } while (i < 7);
    }

    static void forEach(int[] data) {
        int sum = 0;
        for (int value : data) {  //~ read
            sum += value;
        }
        count += sum;
    }

    static void modified(int[] data) {
        for (int i = 0; i < data.length; i++) {
            data[i] += 2;  //~ read; write
        }
    }

    // ---- One element in all rounds.

    static void sum(int[] data, int[] total, int at) {
        for (int i = 0; i < data.length; i++) {
            total[at + 1] += data[i];  //~ read; read; write
            total[0]++;  //~ read; write
        }
    }

    static void oneElementOnly(int[] total) {
        for (int i = 0; i < 100; i++) {
            total[0] += i;
        }
    }

    // ---- Arrays.

    static void staticFinal() {
        for (int i = 0; i < 8; i++) {
            table[i] = 1;  //~ write
        }
    }

    static void staticVariable() {
        for (int i = 0; i < 8; i++) {
            replaced[i] = 1;
        }
    }

    void staticOfInstance() {
        // The first use of the class may have to wait for its initialiser.
        for (int i = 0; i < 8; i++) {
            table[i] = 1;
        }
    }

    void finalFields() {
        for (int i = 0; i < 8; i++) {
            holder.data[i] = 1;  //~ write
            this.longs[i] = 1;  //~ write
            holder.variable[i] = 1;
            otherHolder.data[i] = 1;
        }
    }

    static void volatileField() {
        for (int i = 0; i < 8; i++) {
            published[i] = table[i];
        }
    }

    static void anotherArray(int[] data, int[] next) {
        for (int i = 0; i < 8; i++) {
            data[i] = 1;
            if (i == 3) {
                data = next;
            }
        }
    }

    static void anotherFromThereOn(int[] data, int[] next) {
        for (int i = 0; i < 8; i++) {
            data[i] = 1;
            data = next;
            data[i] = 2;  //~ write
        }
    }

    static void kinds(long[] a, double[] b, float[] c, byte[] d, short[] e, char[] f, boolean[] g) {
        for (int i = 0; i < 8; i++) {
            a[i]++;  //~ read; write
            b[i]++;  //~ read; write
            c[i]++;  //~ read; write
            d[i]++;  //~ read; write
            e[i]++;  //~ read; write
            f[i]++;  //~ read; write
            g[i] ^= true;  //~ read; write
        }
    }

    static void objects(Object[] from, Object[] to) {
        // What an object was read from may excuse what is done with it next.
        for (int i = 0; i < from.length; i++) {
            to[i] = from[i];  //~ write
        }
    }

    static void matrix(int[][] rows) {
        for (int r = 0; r < rows.length; r++) {
            int[] row = rows[r];
            for (int c = 0; c < row.length; c++) {
                row[c] = 1;  //~ write
            }
            for (int c = 0; c < row.length; c++) {
                rows[r][c] = 2;
            }
            row[0] = 3;
        }
    }

    // ---- Ways through the loop and out of it.

    static int find(int[] data, int wanted) {
        for (int i = 0; i < data.length; i++) {
            if (data[i] == wanted) {  //~ read
                return i;
            }
        }
        return -1;
    }

    static void leaving(int[] data, int[] other) {
        for (int i = 0; i < data.length; i++) {
            if (data[i] == 0) {  //~ read
                break;
            }
            other[i] = 1;  //~ write
        }
    }

    static void notInEachRound(int[] data, int[] other) {
        int i = 0;
        while (i < 8) {
            data[i] = 1;  //~ write
            i++;
            if (i == 3) {
                continue;
            }
            other[i] = 1;
        }
    }

    static void sometimes(int[] data, int[] other) {
        for (int i = 0; i < data.length; i++) {
            if (data[i] == 0) {  //~ read
                other[i] = 1;
            }
        }
    }

    static void caughtOutside(int[] data) {
        try {
            for (int i = 0; ; i++) {
                data[i] = 1;  //~ write
            }
        } catch (ArrayIndexOutOfBoundsException expected) {
            data[0] = 2;
        }
    }

    static void caughtInside(int[] data) {
        for (int i = 0; i < 8; i++) {
            try {
                data[i] = 1;
            } catch (ArrayIndexOutOfBoundsException expected) {
                data[0] = 2;
            }
        }
    }

    static void aroundLocked(int[] data) {
        synchronized (table) {
            for (int i = 0; i < 8; i++) {
                data[i] = 1;  //~ write
            }
        }
    }

    static synchronized void lockedMethod(int[] data) {
        for (int i = 0; i < 8; i++) {
            data[i] = 1;  //~ write
        }
    }

    static void fromTheFirstInstruction(int[] data, int i) {
        while (i < 8) {
            data[i] = 1;
            i++;
        }
    }

    // ---- Steps.

    static void stepTwo(int[] data) {
        for (int i = 0; i < 8; i += 2) {
            data[i] = 1;
        }
    }

    static void stepTwoOrOne(int[] data, boolean more) {
        for (int i = 0; i < 8; i++) {
            data[i] = 1;
            if (more) {
                i++;
            }
        }
    }

    static void stepGiven(int[] data, int step) {
        for (int i = 0; i < 8; i += step) {
            data[i] = 1;
        }
    }

    static void computedIndex(int[] data, int[] indices) {
        for (int i = 0; i < indices.length; i++) {
            data[indices[i]] = 1;  //~ read
            data[2 * i] = 2;
            data[i & 7] = 3;
        }
    }

    static void longIndex(int[] data) {
        for (long i = 0; i < 8; i++) {
            data[(int) i] = 1;
        }
    }

    // ---- What may order threads, or run code that does.

    static void calling(int[] data) {
        for (int i = 0; i < 8; i++) {
            data[i] = find(data, 1);
        }
    }

    static void callingMath(int[] data) {
        for (int i = 0; i < 8; i++) {
            data[i] = Math.max(i, Integer.bitCount(i));  //~ write
        }
    }

    static void callingText(char[] data, String text) {
        for (int i = 0; i < text.length(); i++) {
            data[i] = text.charAt(i);  //~ write
        }
    }

    static void randomly(double[] data) {
        for (int i = 0; i < 8; i++) {
            data[i] = Math.random();
        }
    }

    static void untilStopped(int[] data) {
        for (int i = 0; !stop; i++) {
            data[i] = 1;
        }
    }

    static void announcing(int[] data) {
        for (int i = 0; i < 8; i++) {
            data[i] = 1;
            stop = true;
        }
    }

    static void counting(int[] data) {
        for (int i = 0; i < 8; i++) {
            data[i] = count;  //~ write
            count++;
        }
    }

    static void locking(int[] data) {
        for (int i = 0; i < 8; i++) {
            synchronized (table) {
                data[i] = 1;
            }
        }
    }

    static void making(Object[] data) {
        for (int i = 0; i < 8; i++) {
            data[i] = new Holder();
        }
    }

    static void makingArrays(Object[] data) {
        for (int i = 0; i < 8; i++) {
            data[i] = new int[8];  //~ write
        }
    }

    static void casting(Object[] from, int[] to) {
        for (int i = 0; i < 8; i++) {
            to[i] = ((Holder) from[i]).data[i];
        }
    }

    static void concatenating(String[] data) {
        String text = "";
        for (int i = 0; i < 8; i++) {
            text += i;
            data[i] = text;
        }
    }

    // ---- What waits for another thread must look at once.

    static void waiting(int[] flag) {
        while (flag[0] == 0) {}
    }

    static void waitingForOneOf(int[] flags) {
        int i = 0;
        while (flags[i & 3] == 0) {
            i++;
        }
    }

    static void waitingAndCounting(int[] flag) {
        int rounds = 0;
        while (flag[0] == 0) {
            rounds++;
        }
        count = rounds;
    }
}
