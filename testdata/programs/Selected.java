//@ options: include=Selected* exclude=Selected$Excluded
/** Classes that are checked and classes that are not: those race as well, and nobody hears of it. */
public class Selected {
    static int checked;

    static class Excluded {
        static int unchecked;

        static void race() {
            unchecked = 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {new Thread(Selected::race), new Thread(Selected::race)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(checked + Excluded.unchecked);
    }

    private static void race() {
        Excluded.race();
        checked = 1;                        // race[a] race[a]
    }
}
