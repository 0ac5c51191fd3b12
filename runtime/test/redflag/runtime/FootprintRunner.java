package redflag.runtime;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs traces over arrays through footprints and compressed shadows, one event after the other, and prints
 * what was found.
 *
 * <p>Reads the file that is its argument. Each trace begins with a line
 *
 * <pre>trace THRESHOLD MOST_OPEN COARSENS LENGTH...</pre>
 *
 * and the events follow as {@code event.rs} of the crate {@code trace-analysis} writes them; the first
 * locations are the elements of the arrays. For each trace it prints that first line, then
 *
 * <pre>
 * race ARRAY FIRST LAST STRIDE PRIOR_KIND PRIOR_SITE KIND SITE
 * checks COUNT
 * modes NAME...
 * </pre>
 *
 * Array -1 is a location in no array. Accesses go to the runtime only where inlined code would call it.
 */
final class FootprintRunner {
    private static final String[] MODES = {"Coarse", "Block", "Stride", "Grid", "Split", "Ranges", "Fine"};

    private final PrintStream out;
    private final Slots slots = new Slots(Epoch.SLOTS, Epoch.MAX_CLOCK);
    private final int[][] arrays;
    private final TreeMap<Integer, ThreadState> threads = new TreeMap<>();
    private final Map<String, VectorClock> clocks = new HashMap<>();
    private final Map<Integer, ArrayShadow> others = new HashMap<>();

    /** By thread and place, the array that was accessed there last and what is kept for it. */
    private final Map<String, Object[]> variables = new HashMap<>();

    private FootprintRunner(String header, PrintStream out) {
        String[] parts = header.split(" ");
        ArrayModes.threshold = Integer.parseInt(parts[1]);
        Footprints.mostOpen = Integer.parseInt(parts[2]);
        ArrayModes.coarsens = Boolean.parseBoolean(parts[3]);
        Habits.always = Boolean.parseBoolean(parts[4]) ? Habits.GATHERED : Habits.NOT_GATHERED;
        this.arrays = new int[parts.length - 5][];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = new int[Integer.parseInt(parts[5 + i])];
        }
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new FileReader(args[0]));
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
                new FootprintRunner(header, out).run(events);
                header = line;
            }
        }
        if (Failures.lostChecks != 0 || Failures.lostOrder) {
            throw new IllegalStateException("the core failed", Failures.reason);
        }
    }

    private void run(List<String[]> events) {
        Footprints.sink = new Printer();
        for (int i = 0; i < events.size(); i++) {
            step(i, events.get(i));
        }
        for (ThreadState thread : threads.values()) {
            FastTrack.end(thread);
        }
        long[] figures = slots.figures();
        out.println("checks " + (figures[Figures.SLOW_READS] + figures[Figures.SLOW_WRITES]));
        StringBuilder modes = new StringBuilder("modes");
        for (int[] array : arrays) {
            ArrayModes compressed = ArrayShadows.compressed(array).modes();
            int figure = compressed == null ? Figures.FINE : compressed.figure();
            modes.append(' ').append(MODES[figure - Figures.COARSE]);
        }
        out.println(modes);
    }

    private void step(int at, String[] event) {
        ThreadState thread = thread(event[1]);
        String object = event[2];
        switch (event[0]) {
            case "read":
            case "write":
                access(at, thread, event);
                break;
            case "acquire":
                FastTrack.acquire(thread, clock(object));
                break;
            case "release":
                clocks.put(object, FastTrack.release(thread));
                break;
            case "vread":
                FastTrack.readVolatile(thread, clock(object));
                break;
            case "vwrite":
                // Releasing may run anything, so it comes first.
                VectorClock written = FastTrack.writeVolatile(thread);
                clocks.put(object, clock(object).join(written));
                break;
            case "fork":
                threads.put(number(object), FastTrack.fork(thread));
                break;
            case "join":
                FastTrack.end(thread(object));
                FastTrack.join(thread, thread(object));
                break;
            default:
                throw new IllegalArgumentException(event[0]);
        }
    }

    private void access(int at, ThreadState thread, String[] event) {
        int index = number(event[2]);
        int site = number(event[3]);
        boolean isWrite = event[0].equals("write");
        for (int[] array : arrays) {
            if (index < array.length) {
                // Now and then a method is called anew, whose variables are empty.
                String variable = at % 13 < 3 ? null : event[1] + event[0] + event[3];
                element(thread, array, index, site, isWrite, variable);
                return;
            }
            index -= array.length;
        }
        thread.figures[Figures.SLOW_READS]++;
        ArrayShadow other = others.computeIfAbsent(index, none -> new ArrayShadow(1, 0));
        int races =
                isWrite
                        ? FastTrack.onWrite(thread, ArrayShadow.WORDS, other, 0, index, site)
                        : FastTrack.onRead(thread, ArrayShadow.WORDS, other, 0, index, site);
        if (races != 0) {
            print(thread, -1, number(event[2]), number(event[2]), 1, site, isWrite);
        }
    }

    /** What is inlined, and the hook that it calls. */
    private void element(
            ThreadState thread,
            int[] array,
            int index,
            int site,
            boolean isWrite,
            String variable) {
        Object[] kept = new Object[2];
        if (variable != null) {
            kept = variables.computeIfAbsent(variable, none -> new Object[2]);
        }
        RedflagFootprint before = kept[0] == array ? (RedflagFootprint) kept[1] : null;
        kept[1] = Inlined.access(thread, before, array, index, site, isWrite);
        kept[0] = array;
    }

    private void print(
            ThreadState thread,
            int array,
            int first,
            int last,
            int stride,
            int site,
            boolean isWrite) {
        for (int race = 0; race < thread.raceCount(); race++) {
            String prior = thread.isRaceWithWrite(race) ? "write" : "read";
            out.println(
                    "race " + array + " " + first + " " + last + " " + stride + " " + prior + " s"
                            + Epoch.site(thread.raceWord(race)) + " "
                            + (isWrite ? "write" : "read") + " s" + site);
        }
    }

    /** A thread that nobody forked is there from the start. */
    private ThreadState thread(String name) {
        return threads.computeIfAbsent(
                number(name), none -> new ThreadState(slots, VectorClock.EMPTY));
    }

    private VectorClock clock(String object) {
        return clocks.getOrDefault(object, VectorClock.EMPTY);
    }

    /** What stands behind the letter. */
    private static int number(String id) {
        return Integer.parseInt(id.substring(1));
    }

    private final class Printer extends Footprints.Sink {
        @Override
        void race(
                ThreadState thread,
                Object array,
                int first,
                int last,
                int stride,
                int site,
                boolean isWrite) {
            for (int i = 0; i < arrays.length; i++) {
                if (arrays[i] == array) {
                    print(thread, i, first, last, stride, site, isWrite);
                }
            }
        }
    }
}
