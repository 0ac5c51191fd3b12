/** Arrays of every element type; boolean and byte share their instructions and differ by type. */
//@ phis: chosen boolean[]
class ArrayKinds { //~ invokespecial <init>
    static void primitives(boolean[] z, byte[] b, char[] c, short[] s, int[] i, long[] j, float[] f, double[] d) {
        z[0] = z[1]; //~ arrayload boolean; arraystore boolean
        b[0] = b[1]; //~ arrayload byte; arraystore byte
        c[0] = c[1]; //~ arrayload char; arraystore char
        s[0] = s[1]; //~ arrayload short; arraystore short
        i[0] = i[1]; //~ arrayload int; arraystore int
        j[0] = j[1]; //~ arrayload long; arraystore long
        f[0] = f[1]; //~ arrayload float; arraystore float
        d[0] = d[1]; //~ arrayload double; arraystore double
    }

    static Object references(String[] strings, Object[][] grid) {
        strings[0] = strings[1]; //~ arrayload java.lang.String; arraystore java.lang.String
        return grid[0][1]; //~ arrayload java.lang.Object[]; arrayload java.lang.Object
    }

    /** The type of the phi says that the bytes are booleans. */
    static boolean chosen(boolean b, boolean[] one, boolean[] other) {
        return (b ? one : other)[0]; //~ arrayload boolean
    }

    static int[] literal() {
        return new int[] {1, 2}; //~ arraystore int; arraystore int
    }

    static long[][][] dimensions(int n) {
        return new long[n][2][];
    }

    static int[][] cloned(int[][] rows) {
        return rows.clone(); //~ invokevirtual clone
    }

    static int compound(int[] xs, int i) {
        return xs[i] += 5; //~ arrayload int; arraystore int
    }
}
