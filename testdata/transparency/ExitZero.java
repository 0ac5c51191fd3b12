/** System.exit ends everything at once, its hooks excepted. */
public class ExitZero {
    static volatile boolean started;

    public static void main(String[] args) {
        Thread busy = new Thread(() -> {
            started = true;
            long spins = 0;
            while (true) {
                spins++;
            }
        });
        busy.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook sees " + started)));
        while (!started) {
            Thread.onSpinWait();
        }
        System.out.println("leaving");
        try {
            System.exit(0);
        } finally {
            System.out.println("never printed");
        }
    }
}
