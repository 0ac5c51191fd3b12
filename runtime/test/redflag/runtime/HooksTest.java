package redflag.runtime;

import java.util.Arrays;

/**
 * The hooks as instrumented code would call them, without an agent: states are passed by hand, and a
 * sink takes the reports. Each method of a test is about one claim; prints how many held. Arguments are more
 * options of {@link StartUp#run}.
 */
final class HooksTest {
    public static void main(String[] args) throws Exception {
        Options.showRuntime = true;
        String[] options = Arrays.copyOf(args, args.length + 2);
        options[args.length] = "count-rules";
        options[args.length + 1] = "count-accesses";
        StartUp.run(options);
        Cells.register();
        Reporter.sink = Claims.SINK;
        MonitorHooksTest.run();
        VariableHooksTest.run();
        AccessHooksTest.run();
        SpansTest.run();
        LibraryHooksTest.run();
        ThreadHooksTest.run();
        LifetimeHooksTest.run();
        // Last: where there is no stack, order is lost, and nothing is reported any more.
        InsideTest.run();
        System.out.println("claims that held: " + Claims.count());
    }
}
