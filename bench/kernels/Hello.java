package kernels;

import measured.Measured;

/**
 * Nothing but the start and the end of a JVM: what a detector adds to start-up is the difference between two whole
 * processes. Takes the same arguments as the kernels and ignores all but the number of iterations.
 *
 * <p>Races: none.
 */
final class Hello {
    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, 1, 1);
        measured.run(new Measured.Program() {
            @Override
            public void prepare() {}

            @Override
            public void run() {
                System.out.println("Hello");
            }

            @Override
            public void check() {}
        });
        measured.done();
    }
}
