import java.util.List;
import java.util.Map;

/** Loops whose counter, if any, the compiler makes. */
class ForEach {
    static int overArray(int[] numbers) {
        int sum = 0;
        for (int number : numbers) { //~ loop 1; iv # from 0 step 1; while # < numbers.length, trips ?; index #
            sum += number;
        }
        return sum;
    }

    static void overArrayOfArrays(int[][] rows) {
        for (int[] row : rows) { //~ loop 1; iv # from 0 step 1; while # < rows.length, trips ?; index #
            for (int number : row) { //~ loop 2; iv # from 0 step 1; while # < rows[#].length, trips ?; index #
                use(number);
            }
        }
    }

    static void overFreshArray() {
        for (int number : new int[] {1, 2, 3}) { //~ loop 1; iv # from 0 step 1; while # < new[3].length, trips ?; index #
            use(number);
        }
    }

    static void leftEarly(int[] numbers) {
        for (int number : numbers) { //~ loop 1; iv # from 0 step 1; while # < numbers.length, trips <= ?; index #
            if (number == 0) {
                break;
            }
        }
    }

    static void overIterable(List<String> texts) {
        for (String text : texts) { //~ loop 1
            use(text.length());
        }
    }

    static void counted(Map<String, Integer> map) {
        int count = 0;
        for (Map.Entry<String, Integer> entry : map.entrySet()) { //~ loop 1; iv count from 0 step 1
            use(entry.getValue());
            count++;
        }
        use(count);
    }

    static void use(int i) {}
}
