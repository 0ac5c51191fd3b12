package redflag.runtime;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs traces through the core, one event after the other, and prints its verdicts.
 *
 * <p>Reads the file that is its argument, or else its input; with {@code tree} as the second argument, {@link
 * Tree} is on. Each trace begins with a line
 *
 * <pre>trace SLOTS MAX_CLOCK array|object join|early</pre>
 *
 * which says how many slots there are, when a clock is used up, where the words are kept, and whether
 * a thread's state ends when the thread is first joined or already after its last event. The events
 * follow as {@code event.rs} of the crate {@code trace-analysis} writes them. For each trace it prints
 * that first line, then
 *
 * <pre>
 * race EVENT LOCATION PRIOR_KIND PRIOR_SITE KIND SITE
 * rules USES...
 * slots USED RECYCLED FORCED OVERFLOWED
 * </pre>
 *
 * <p>and, if {@link Tree} is on, {@code filtered EVENT...}.
 */
final class EventRunner {
    private final PrintStream out;
    private final Slots slots;
    private final boolean inArray;
    private final boolean endEarly;
    private final Map<String, ThreadState> threads = new HashMap<>();
    private final Map<String, VectorClock> clocks = new HashMap<>();
    private final Map<Integer, OneLocation> objects = new HashMap<>();
    private final Map<String, Object> locks = new HashMap<>();
    private final StringBuilder filtered = new StringBuilder("filtered");
    private ArrayShadow array;

    private EventRunner(String header, PrintStream out) {
        String[] parts = header.split(" ");
        this.slots = new Slots(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        this.inArray = parts[3].equals("array");
        this.endEarly = parts[4].equals("early");
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        Options.countRules = true;
        Options.filterTree = args.length > 1 && args[1].equals("tree");
        try (BufferedReader in =
                        new BufferedReader(
                                args.length > 0
                                        ? new FileReader(args[0])
                                        : new InputStreamReader(System.in));
                PrintStream out = new PrintStream(System.out, false)) {
            String header = in.readLine();
            while (header != null) {
                List<String[]> events = new ArrayList<>();
                String line = in.readLine();
                while (line != null && !line.startsWith("trace ")) {
                    events.add(line.split(" "));
                    line = in.readLine();
                }
                out.println(header);
                new EventRunner(header, out).run(events);
                header = line;
            }
        }
        if (Failures.lostChecks != 0 || Failures.lostOrder) {
            throw new IllegalStateException("the core failed", Failures.reason);
        }
    }

    private void run(List<String[]> events) {
        Map<String, Integer> lastEvents = new HashMap<>();
        int locations = 0;
        for (int i = 0; i < events.size(); i++) {
            String[] event = events.get(i);
            lastEvents.put(event[1], i);
            if (event.length == 4) {
                locations = Math.max(locations, number(event[2]) + 1);
            }
        }
        array = new ArrayShadow(locations, 0);
        for (int i = 0; i < events.size(); i++) {
            String[] event = events.get(i);
            step(i, event);
            if (endEarly) {
                endAfter(event[1], i, lastEvents);
                if (event[0].equals("fork")) {
                    endAfter(event[2], i, lastEvents);
                }
            }
        }
        printCounts();
    }

    private void endAfter(String thread, int event, Map<String, Integer> lastEvents) {
        if (lastEvents.getOrDefault(thread, -1) <= event) {
            FastTrack.end(threads.get(thread));
        }
    }

    private void step(int index, String[] event) {
        ThreadState thread = thread(event[1]);
        String object = event[2];
        switch (event[0]) {
            case "read":
            case "write":
                access(index, thread, event);
                break;
            case "acquire":
                FastTrack.acquire(thread, clock(object));
                if (Tree.ON) {
                    Tree.acquired(thread, monitor(object));
                }
                break;
            case "release":
                if (Tree.ON) {
                    thread.context.releasing = monitor(object);
                }
                clocks.put(object, FastTrack.release(thread));
                break;
            case "vread":
                FastTrack.readVolatile(thread, clock(object));
                break;
            case "vwrite":
                clocks.put(object, clock(object).join(FastTrack.writeVolatile(thread)));
                break;
            case "fork":
                threads.put(object, FastTrack.fork(thread));
                break;
            case "join":
                FastTrack.end(threads.get(object));
                FastTrack.join(thread, threads.get(object));
                break;
            default:
                throw new IllegalArgumentException(event[0]);
        }
    }

    private void access(int index, ThreadState thread, String[] event) {
        int location = number(event[2]);
        int site = number(event[3]);
        Words words = inArray ? ArrayShadow.WORDS : OneLocation.WORDS;
        Object base = inArray ? array : objects.computeIfAbsent(location, at -> new OneLocation());
        long before = thread.figures[Figures.FILTERED];
        int races =
                event[0].equals("read")
                        ? FastTrack.onRead(thread, words, base, location, location, site)
                        : FastTrack.onWrite(thread, words, base, location, location, site);
        if (thread.figures[Figures.FILTERED] != before) {
            filtered.append(' ').append(index);
        }
        for (int i = 0; i < races; i++) {
            String prior = thread.isRaceWithWrite(i) ? "write" : "read";
            int priorSite = Epoch.site(thread.raceWord(i));
            out.println(
                    "race " + index + " " + event[2] + " " + prior + " s" + priorSite + " "
                            + event[0] + " s" + site);
        }
    }

    private void printCounts() {
        // Threads without a slot are seen at their end only.
        for (ThreadState thread : threads.values()) {
            FastTrack.end(thread);
        }
        StringBuilder rules = new StringBuilder("rules");
        for (long uses : slots.rules()) {
            rules.append(' ').append(uses);
        }
        out.println(rules);
        out.println(
                "slots " + slots.used() + " " + slots.recycled() + " " + slots.forced() + " "
                        + slots.overflowed());
        if (Tree.ON) {
            out.println(filtered);
        }
    }

    /** A thread that nobody forked is there from the start. */
    private ThreadState thread(String name) {
        return threads.computeIfAbsent(name, at -> new ThreadState(slots, VectorClock.EMPTY));
    }

    private Variable monitor(String lock) {
        Object object = locks.computeIfAbsent(lock, at -> new Object());
        return Variable.of(object, Variable.MONITOR);
    }

    private VectorClock clock(String object) {
        return clocks.getOrDefault(object, VectorClock.EMPTY);
    }

    /** What stands behind the letter. */
    private static int number(String id) {
        return Integer.parseInt(id.substring(1));
    }

    /** The words as fields of an object, as they are in instrumented ones. */
    private static final class OneLocation {
        static final Words WORDS = new FieldWords();

        long write;
        long read;
        ReadShared shared;
    }

    private static final class FieldWords extends Words {
        @Override
        long write(Object base, long at) {
            return ((OneLocation) base).write;
        }

        @Override
        long read(Object base, long at) {
            return ((OneLocation) base).read;
        }

        @Override
        ReadShared shared(Object base, long at) {
            return ((OneLocation) base).shared;
        }

        @Override
        boolean replaceWrite(Object base, long at, long expected, long word) {
            ((OneLocation) base).write = word;
            return true;
        }

        @Override
        boolean replaceRead(Object base, long at, long expected, long word) {
            ((OneLocation) base).read = word;
            return true;
        }

        @Override
        void setShared(Object base, long at, ReadShared shared) {
            ((OneLocation) base).shared = shared;
        }
    }
}
