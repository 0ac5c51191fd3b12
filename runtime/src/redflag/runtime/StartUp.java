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

    /**
     * The agent calls this before it opens the gate. Options: "count-rules", "count-accesses",
     * "compress-arrays", "filter-tree".
     */
    static void run(String[] options) {
        for (int i = 0; options != null && i < options.length; i++) {
            // Before Rules and Tree are initialised, which ask once.
            if ("count-rules".equals(options[i])) {
                Options.countRules = true;
            } else if ("count-accesses".equals(options[i])) {
                Options.countAccesses = true;
            } else if ("compress-arrays".equals(options[i])) {
                Options.compressArrays = true;
            } else if ("filter-tree".equals(options[i])) {
                Options.filterTree = true;
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
            Tree.class,
            ConcurrencyContext.class,
            VectorClock.class,
            ReadShared.class,
            ReadShared.Step.class,
            ReadShared.Numbers.class,
            WeakTable.class,
            WeakTable.Entry.class,
            Variable.class,
            RecentVariables.class,
            ArrayShadow.class,
            Deferred.class,
            ArrayShadows.class,
            Segments.class,
            Ramp.class,
            ArrayModes.class,
            Refinement.class,
            RedflagFootprint.class,
            Footprint.class,
            Footprints.class,
            FoundRaces.class,
            Pending.class,
            Spans.class,
            Spans.Span.class,
            Seen.class,
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
            Inside.class,
            MonitorHooks.class,
            VariableHooks.class,
            AccessHooks.class,
            FootprintHooks.class,
            SpanHooks.class,
            LibraryHooks.class,
            ThreadHooks.class,
            SuspensionHooks.class,
            LifetimeHooks.class,
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
        AccessHooks.shadow(array);
        AccessHooks.readRange(one, array, 0, 8, 1);
        AccessHooks.readRange(two, array, 0, 8, 1);
        AccessHooks.readElement(two, array, 0, 1);
        synchronise(one, two, object);
        AccessHooks.writeRange(two, array, 0, 8, 1);
        AccessHooks.writeElement(two, array, 0, 1);
        LifetimeHooks.freeze(two, array);
        byte[] more = new byte[2 * ArrayModes.threshold];
        RedflagFootprint kept = FootprintHooks.writeBeyond(one, more, 0, null, 1);
        FootprintHooks.writeBeyond(one, more, 5, kept, 1);
        synchronise(one, two, object);
        FootprintHooks.readBeyond(two, more, 1, null, 1);
        synchronise(two, one, object);
        SpanHooks.readSpan(two, array, 0, 8, -1, 0, 1, two.epoch, 1);
        SpanHooks.writeSpan(two, array, 8, 0, -1, -1, -1, two.epoch, 1);
        AccessHooks.counted(two, true, true);
        one.locks.push(object, null);
        SiteCounts counts = new SiteCounts();
        counts.increment(1);
        History history = new History();
        history.add(1, new Stack(), one.locks.names());
        history.find(1);
        history.drop();
        RacePairs.isRacy(0);
        LibraryHooks.fieldWanted(one, null);
        LibraryHooks.visible(new Object[0]);
        one.setInitialised(1);
        ThreadState three = FastTrack.fork(one);
        FastTrack.end(three);
        FastTrack.join(one, three);
        Reporter.counts();
        Statistics.all();
    }

    private static void synchronise(ThreadState one, ThreadState two, Object object) {
        MonitorHooks.acquireMonitor(one, object);
        MonitorHooks.beforeWait(one, object);
        MonitorHooks.afterWait(one, object);
        MonitorHooks.releaseMonitor(one, object);
        MonitorHooks.acquireMonitor(two, object);
        MonitorHooks.releaseMonitor(two, object);
        MonitorHooks.lockTaken(one, object);
        MonitorHooks.lockGiven(one, object);
        VariableHooks.releaseVariable(one, object, 8);
        VariableHooks.acquireVariable(two, object, 8);
        Object locked = VariableHooks.lockVariable(one, object, 8);
        VariableHooks.unlockVariable(one, locked, true, true, true);
        VariableHooks.fence(one, true, true);
        VariableHooks.beforeOpaqueWrite(one, object, 8);
        VariableHooks.afterOpaqueRead(two, object, 8);
        VariableHooks.fence(two, true, true);
        LifetimeHooks.finalizing(two, LifetimeHooks.constructed(one));
        LifetimeHooks.referenceMade(one, array(object), object);
        LifetimeHooks.reachable(one, object);
        LifetimeHooks.referenceRemoved(two, object);
        ThreadHooks.interrupted(one);
        SuspensionHooks.suspend(one);
        SuspensionHooks.resume(one);
    }

    private static Object array(Object element) {
        Object[] array = {element};
        return array;
    }
}
