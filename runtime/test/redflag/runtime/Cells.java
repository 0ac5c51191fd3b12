package redflag.runtime;

/** A class with fields and what the agent would have added to it, and the keys of its fields. */
final class Cells {
    static final int X = 1000;
    static final int NEXT = 1001;
    static final int FLAG = 1002;
    static final int COUNT = 1003;

    private Cells() {}

    /** Makes the keys known, as the agent would. */
    static void register() {
        String name = "redflag.runtime.Cells$Cell";
        Object cell = new SpecialCell();
        Fields.put(X, new String[] {name, "x", "0", "instance", "0", "2", "I"}, cell);
        Fields.put(
                NEXT,
                new String[] {name, "next", "1", "instance", "1", "2", "Ljava/lang/Object;"},
                cell);
        Fields.put(FLAG, new String[] {name, "flag", "", "instance", "0", "0", "I"}, cell);
        Fields.put(COUNT, new String[] {name, "count", "2", "static", "0", "1", "I"}, Cell.class);
    }

    static class Cell {
        int x;
        Object next;
        volatile int flag;
        static int count;
        int $redflag$origin;
        long $redflag$w0;
        long $redflag$r0;
        long $redflag$w1;
        long $redflag$r1;
        Object $redflag$shared;
        static long $redflag$w2;
        static long $redflag$r2;
        static Object $redflag$sharedStatic;
    }

    static final class SpecialCell extends Cell {}

    static final class ClonedCell extends Cell implements Cloneable {}
}
