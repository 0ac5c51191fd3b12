//@ options: filter=tree
//@ counts: accesses.read=30 accesses.write=30 events.filtered=32 rules.Read_Exclusive=3 rules.Read_Same_Epoch=11 rules.Write_Exclusive=3 rules.Write_Same_Epoch=11
/**
 * A thread adds ten times to a field, and twenty times in a row in the end, under a lock that nobody else wants. The
 * lock is known from its first release on, so that the second time still counts; later ones come again to what is
 * remembered. Of the last twenty, sixteen accesses are skipped, and the loop is let through.
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
