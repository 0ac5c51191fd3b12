/**
 * Runs another program's main method, then says on the error stream how often the probe was hit: the program's own output
 * must not differ between a rewritten and an untouched run.
 *
 * <pre>  Counted CLASS ARGUMENT...</pre>
 */
public class Counted {
    public static void main(String[] args) throws Exception {
        String[] rest = java.util.Arrays.copyOfRange(args, 1, args.length);
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
        System.out.flush();
        System.err.println("probe hits: " + hits());
    }

    /** By reflection, because an untouched runtime has no such class. */
    private static long hits() throws ReflectiveOperationException {
        try {
            return Class.forName("java.lang.RedflagProbe").getField("hits").getLong(null);
        } catch (ClassNotFoundException e) {
            return 0;
        }
    }
}
