//@ status: 7
/** Runtime.halt runs no hooks. */
public class Halt {
    static int value;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("never printed")));
        value++;
        System.out.println("halting " + value);
        System.out.flush();
        Runtime.getRuntime().halt(7);
    }
}
