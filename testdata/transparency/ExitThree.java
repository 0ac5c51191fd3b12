//@ status: 3
/** The program's own status passes through, from whichever thread it comes. */
public class ExitThree {
    static int printed;

    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook " + ++printed)));
        Thread leaving = new Thread(() -> {
            printed++;
            System.out.println("leaving");
            System.exit(3);
        });
        leaving.start();
        leaving.join();
        System.out.println("never printed");
    }
}
