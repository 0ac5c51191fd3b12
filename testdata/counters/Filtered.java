//@ options: filter=tree
//@ counts: accesses.read=30 accesses.write=30 events.filtered=34 rules.Read_Exclusive=2 rules.Read_Same_Epoch=11 rules.Write_Exclusive=2 rules.Write_Same_Epoch=11
/**
 * A thread adds ten times to a field, and twenty times in a row in the end, under a lock that nobody else wants. All but
 * the first time come again to what is remembered. Of the last twenty, sixteen accesses are skipped; then the loop is let
 * through.
 */
public class Filtered {
    static final Object lock = new Object();
    static int sum;

    public static void main(String[] args) {
        for (int i = 0; i < 10; i++) {
            add(1);
        }
        add(20);
    }

    static void add(int times) {
        synchronized (lock) {
            for (int i = 0; i < times; i++) {
                sum++;
            }
        }
    }
}
