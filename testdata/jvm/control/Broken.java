/** What {@code java.lang.RedflagBroken} is for the runtime's classes, this is for those in jars. */
public class Broken {
    static int answer() {
        return 42;
    }
}
