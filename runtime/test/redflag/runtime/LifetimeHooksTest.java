package redflag.runtime;

import static redflag.runtime.Claims.*;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;

/** Initialisers, final fields, finalisers and references order threads. */
final class LifetimeHooksTest {
    private LifetimeHooksTest() {}

    static void run() throws Exception {
        classInitialisation();
        freezeCoversWhatWasBefore();
        freezeGoesAlongReferences();
        finalisersComeAfterConstructors();
        queuedReferencesComeAfterFences();
    }

    private static void classInitialisation() {
        ThreadState a = thread();
        ThreadState b = thread();
        int key = 777;
        int at = element();
        LifetimeHooks.use(a, key);
        claim(!a.isInitialised(key));
        AccessHooks.writeElement(a, ARRAY, at, site());
        LifetimeHooks.initialised(a, key);
        LifetimeHooks.use(a, key);
        claim(a.isInitialised(key) && !a.isInitialised(key + 64) && !b.isInitialised(key));
        LifetimeHooks.use(b, key);
        claim(b.isInitialised(key));
        quiet(() -> AccessHooks.readElement(b, ARRAY, at, site()));
    }

    private static void freezeCoversWhatWasBefore() {
        ThreadState a = thread();
        ThreadState b = thread();
        Cells.Cell cell = new Cells.Cell();
        int[] array = new int[4];
        AccessHooks.writeField(a, cell, Cells.X, site());
        AccessHooks.writeElement(a, array, 1, site());
        LifetimeHooks.freeze(a, cell);
        LifetimeHooks.freeze(a, array);
        AccessHooks.writeField(a, cell, Cells.NEXT, site());
        AccessHooks.writeElement(a, array, 2, site());
        quiet(() -> AccessHooks.readField(b, cell, Cells.X, site()));
        quiet(() -> AccessHooks.readElement(b, array, 1, site()));
        races(1, () -> AccessHooks.readField(b, cell, Cells.NEXT, site()));
        races(1, () -> AccessHooks.readElement(b, array, 2, site()));
        // Only reads are excused.
        ThreadState c = thread();
        races(1, () -> AccessHooks.writeElement(c, array, 1, site()), 2);
        LifetimeHooks.freeze(a, null);
        LifetimeHooks.freeze(a, "text");
    }

    private static void freezeGoesAlongReferences() {
        ThreadState a = thread();
        ThreadState b = thread();
        Cells.Cell last = new Cells.Cell();
        Object[] middle = {last};
        Cells.Cell first = new Cells.Cell();
        first.next = middle;
        AccessHooks.writeField(a, last, Cells.X, site());
        AccessHooks.writeElement(a, middle, 0, site());
        AccessHooks.writeField(a, first, Cells.NEXT, site());
        LifetimeHooks.freeze(a, first);
        quiet(() -> AccessHooks.readField(b, first, Cells.NEXT, site()));
        quiet(() -> AccessHooks.readElement(b, middle, 0, site()));
        quiet(() -> AccessHooks.readField(b, last, Cells.X, site()));
        Cells.Cell unfrozen = new Cells.Cell();
        AccessHooks.writeField(a, unfrozen, Cells.X, site());
        races(1, () -> AccessHooks.readField(b, unfrozen, Cells.X, site()));
    }

    private static void finalisersComeAfterConstructors() {
        ThreadState a = thread();
        ThreadState b = thread();
        Cells.Cell cell = new Cells.Cell();
        AccessHooks.writeField(a, cell, Cells.X, site());
        Object made = LifetimeHooks.constructed(a);
        LifetimeHooks.finalizing(b, made);
        quiet(() -> AccessHooks.writeField(b, cell, Cells.X, site()));
    }

    private static void queuedReferencesComeAfterFences() throws InterruptedException {
        ThreadState a = thread();
        ThreadState b = thread();
        int at = element();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object referent = new Cells.Cell();
        PhantomReference<Object> reference = new PhantomReference<>(referent, queue);
        LifetimeHooks.referenceMade(a, reference, referent);
        AccessHooks.writeElement(a, ARRAY, at, site());
        LifetimeHooks.reachable(a, referent);
        referent = null;
        Object removed = null;
        for (int i = 0; i < 100 && removed == null; i++) {
            System.gc();
            removed = queue.remove(100);
        }
        claim(removed == reference);
        LifetimeHooks.referenceRemoved(b, removed);
        quiet(() -> AccessHooks.readElement(b, ARRAY, at, site()));
        Object nobodys = new Object();
        LifetimeHooks.reachable(a, nobodys);
        claim(Variable.find(nobodys, Variable.REACHABILITY) == null);
    }
}
