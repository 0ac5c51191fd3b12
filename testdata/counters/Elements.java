//@ options: detector=slimstate
//@ elements: [100..250) [0..298:3) 7
/** Which elements race: a range, every third, and a single one. */
public class Elements {
    static final int[] blocks = new int[300];
    static final int[] strides = new int[300];
    static final int[] single = new int[300];

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            for (int i = 0; i < 300; i++) {
                blocks[i] = 1;
            }
            for (int i = 0; i < 300; i += 3) {
                strides[i] = 1;
            }
            single[7] = 1;
        });
        Thread other = new Thread(() -> {
            for (int i = 100; i < 250; i++) {
                blocks[i] = 2;
            }
            for (int i = 0; i < 300; i += 3) {
                strides[i] = 2;
            }
            single[7] = 2;
        });
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
