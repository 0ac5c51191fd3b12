//@ counts: accesses.read=20 accesses.write=21 checks.read=20 checks.write=21 rules.Read_Same_Epoch=9 rules.Read_Exclusive=11 rules.Write_Same_Epoch=10 rules.Write_Exclusive=11
/** One thread, one field and one array: ten elements are written and read once, the field is added to ten times. */
public class Loop {
    static int sum;

    public static void main(String[] args) {
        int[] array = new int[10];
        sum = 0;
        for (int i = 0; i < 10; i++) {
            array[i] = i;
            sum += array[i];
        }
    }
}
