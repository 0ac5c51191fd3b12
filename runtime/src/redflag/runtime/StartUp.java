package redflag.runtime;

/**
 * Makes the runtime ready before any hook can be called: classes are initialised, and the paths that
 * every program takes have been taken once, so that nothing is linked for the first time in the middle
 * of an event.
 *
 * <p>Runs when the JVM has hardly started: no modules, no reflection, and stacks cannot be put into
 * words yet.
 */
final class StartUp {
    private StartUp() {}

    static void run(String[] options) {
        for (int i = 0; options != null && i < options.length; i++) {
            // Before Rules is initialised, which asks once.
            if ("count-rules".equals(options[i])) {
                Options.countRules = true;
            } else if ("count-accesses".equals(options[i])) {
                Options.countAccesses = true;
            }
        }
        initialise();
        ArrayShadows.limitTo(Runtime.getRuntime().maxMemory());
        walkThrough();
        Threads.adopt();
    }

    private static void initialise() {
        Class<?>[] all = {
            Memory.class,
            Failures.class,
            SpinLock.class,
            Stripes.class,
            Epoch.class,
            Rules.class,
            Figures.class,
            VectorClock.class,
            ReadShared.class,
            ReadShared.Step.class,
            ReadShared.Numbers.class,
            WeakTable.class,
            WeakTable.Entry.class,
            Variable.class,
            ArrayShadow.class,
            ArrayShadows.class,
            Words.class,
            Field.class,
            Fields.class,
            ThreadFields.class,
            Slots.class,
            Threads.class,
            Identity.class,
            History.class,
            History.Moment.class,
            SiteCounts.class,
            HeldLocks.class,
            Stack.class,
            ThreadState.class,
            FastTrack.class,
            Frozen.class,
            ClassInits.class,
            QueuedReferences.class,
            RacePairs.class,
            RacePairs.Pair.class,
            Origins.class,
            Reporter.class,
            Accesses.class,
            Agent.class,
            AtomicSites.class,
            IndirectAccesses.class,
            IndirectSites.class,
            Members.class,
            Statistics.class,
            Hooks.class,
            Thread.State.class,
        };
        for (int i = 0; i < all.length; i++) {
            Memory.initialise(all[i]);
        }
    }

    /** As threads of a program that nobody sees. There is no race. */
    private static void walkThrough() {
        Slots slots = new Slots(16, Epoch.MAX_CLOCK);
        ThreadState one = new ThreadState(slots, VectorClock.EMPTY);
        ThreadState two = new ThreadState(slots, VectorClock.EMPTY);
        int[] array = new int[8];
        Object object = new Object();
        Hooks.shadow(array);
        Hooks.readRange(one, array, 0, 8, 1);
        Hooks.readRange(two, array, 0, 8, 1);
        Hooks.readElement(two, array, 0, 1);
        synchronise(one, two, object);
        Hooks.writeRange(two, array, 0, 8, 1);
        Hooks.writeElement(two, array, 0, 1);
        Hooks.freeze(two, array);
        Hooks.counted(two, true);
        one.locks.push(object, null);
        SiteCounts counts = new SiteCounts();
        counts.increment(1);
        History history = new History();
        history.add(1, new Stack(), one.locks.names());
        history.find(1);
        history.drop();
        RacePairs.isRacy(0);
        Members.visible(new Object[0]);
        one.setInitialised(1);
        ThreadState three = FastTrack.fork(one);
        FastTrack.end(three);
        FastTrack.join(one, three);
        Reporter.counts();
        Statistics.all();
    }

    private static void synchronise(ThreadState one, ThreadState two, Object object) {
        Hooks.acquireMonitor(one, object);
        Hooks.beforeWait(one, object);
        Hooks.afterWait(one, object);
        Hooks.releaseMonitor(one, object);
        Hooks.acquireMonitor(two, object);
        Hooks.releaseMonitor(two, object);
        Hooks.lockTaken(one, object);
        Hooks.lockGiven(one, object);
        Hooks.releaseVariable(one, object, 8);
        Hooks.acquireVariable(two, object, 8);
        Hooks.unlockVariable(one, Hooks.lockVariable(one, object, 8), true, true, true);
        Hooks.fullFence(one);
        Hooks.beforeOpaqueWrite(one, object, 8);
        Hooks.afterOpaqueRead(two, object, 8);
        Hooks.fullFence(two);
        Hooks.finalizing(two, Hooks.constructed(one));
        Hooks.referenceMade(one, array(object), object);
        Hooks.fence(one, object);
        Hooks.referenceRemoved(two, object);
        Hooks.suspend(one);
        Hooks.resume(one);
    }

    private static Object array(Object element) {
        Object[] array = {element};
        return array;
    }
}
