//@ children: watched
import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/** A JVM that starts another, as test runners do, which is watched as well: the race is the child's. */
public class ChildProcess {
    static int shared;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Thread[] threads = {new Thread(ChildProcess::race), new Thread(ChildProcess::race)};
            for (Thread thread : threads) {
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println("the child has " + args[0] + " and sees " + shared);
            System.exit(7);
        }
        String java = new File(System.getProperty("java.home"), "bin/java").getPath();
        String path = System.getProperty("java.class.path");
        ProcessBuilder builder = new ProcessBuilder(List.of(java, "-cp", path, "ChildProcess", "an argument"));
        // Where a JVM announces what it finds in its environment.
        builder.redirectError(Redirect.DISCARD);
        Process child = builder.start();
        System.out.print(new String(child.getInputStream().readAllBytes()));
        System.out.println("the child ended with " + child.waitFor());
        System.out.println("for us nothing is in the environment: " + System.getenv("REDFLAG_CHILDREN"));
    }

    private static void race() {
        shared = 1;                         // race[a] race[a]
    }
}
