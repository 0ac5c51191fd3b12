//@ status: 1
/** An exception that leaves main is printed, other threads go on, and the status is 1. */
public class UncaughtInMain {
    static int[] slots;

    public static void main(String[] args) throws Exception {
        Thread after = new Thread(() -> {
            try {
                Thread.sleep(200);
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
            System.out.println("went on after main");
        });
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        after.start();
        try {
            slots[1] = 2;
        } catch (NullPointerException cause) {
            throw new IllegalStateException("out of main", cause);
        }
    }
}
