/** The program ends with its last thread that is no daemon; a daemon in the middle of its work is left where it is. */
public class DaemonThreads {
    static volatile long work;
    static final int[] shared = new int[64];

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            int own = i;
            Thread daemon = new Thread(() -> {
                while (true) {
                    shared[own]++;
                    work++;
                }
            });
            daemon.setDaemon(true);
            daemon.start();
        }
        while (work < 1000) {
            Thread.onSpinWait();
        }
        Thread last = new Thread(() -> {
            try {
                Thread.sleep(100);
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
            System.out.println("the last thread");
        });
        last.start();
        System.out.println("main ends");
    }
}
