/** Loops of every shape; a phi stands for each variable that a loop changes and still reads. */
//@ blocks: count 4
//@ phis: count int int
//@ phis: search
//@ phis: digits int int
//@ phis: grid int int int int
//@ phis: skip int int int
//@ blocks: forever 2
//@ phis: forever
//@ phis: walk Loops$Node
class Loops { //~ invokespecial <init>
    static int total;
    int[] values;

    /** The array is read once, the loop changes the sum and the index. */
    int count() {
        int sum = 0;
        for (int i = 0; i < values.length; i++) { //~ getfield values
            sum += i;
        }
        return sum;
    }

    /** Nothing changes in the loop but the field. */
    void search(int limit) {
        while (total < limit) { //~ getstatic total
            total++; //~ getstatic total; putstatic total
        }
    }

    static int digits(int n) {
        int digits = 0;
        do {
            n /= 10;
            digits++;
        } while (n != 0);
        return digits;
    }

    /** Each loop has the sum and an index of its own. */
    static int grid(int[][] rows) {
        int sum = 0;
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < 3; j++) {
                sum += rows[i][j]; //~ arrayload int[]; arrayload int
            }
        }
        return sum;
    }

    /** Where both ways through the body meet again, the best merges once more. */
    static int skip(int[] xs) {
        int best = 0;
        outer:
        for (int x : xs) { //~ arrayload int
            if (x < 0) {
                continue;
            }
            if (x > 100) {
                break outer;
            }
            best = x;
        }
        return best;
    }

    /** The loop goes back to the first instruction, so the method needs an entry of its own. */
    static void forever() {
        while (true) {
            total++; //~ getstatic total; putstatic total
        }
    }

    static int walk(Node node) {
        int depth = total; //~ getstatic total
        while (node != null) {
            node = node.next; //~ getfield next
        }
        return depth;
    }

    static class Node { //~ invokespecial <init>
        Node next;
    }
}
