/**
 * The part of Redflag that lives inside the program under test.
 *
 * <p>These classes run in a process that belongs to someone else, in the middle of its accesses and
 * its synchronisation, while the JDK around them is instrumented too. Ground rules:
 *
 * <ul>
 *   <li>No lambdas and no string concatenation: both run library code that links call sites at
 *       first use.
 *   <li>No collections, and no monitors, locks or queues of the library: the program can reach
 *       them, and instrumented ones would call back. What must be exclusive is guarded by {@link
 *       redflag.runtime.SpinLock}, is short, and calls nothing outside this package but array
 *       copies.
 *   <li>No variable handles: their classes are instrumented. Fields are compared and set by {@link
 *       redflag.runtime.Memory}.
 *   <li>Where library code is used all the same, to put a report into words, the thread is marked as
 *       inside of the runtime, and the hooks that this code calls do nothing.
 *   <li>No allocation on the fast path, which is the same-epoch test inlined at the access.
 *   <li>No reflection and no method handle is made after start-up.
 *   <li>Nothing is thrown into the program. Where heap or stack run out, a check is dropped and
 *       counted ({@link redflag.runtime.Failures}): a race may be missed, none is invented.
 *   <li>Shared state states its guard on the field. A thread's state is touched by that thread
 *       alone unless its field says otherwise.
 *   <li>Longs are read and written in one piece: only 64-bit JVMs are supported.
 * </ul>
 *
 * <p>Instrumented code calls the public classes, and nothing else here: {@link
 * redflag.runtime.Inside} says what their methods have in common. The agent calls {@link
 * redflag.runtime.StartUp}, {@link redflag.runtime.Statistics} and {@link redflag.runtime.Reporter};
 * that one and {@link redflag.runtime.Agent} have what the agent is called for. The rules of FastTrack
 * are in {@link redflag.runtime.FastTrack}. They exist a second time, over recorded traces, in the
 * crate {@code trace-analysis}; both give the same verdicts on the same events, which its test {@code
 * same_verdicts} shows. So do those of compressed array shadows, in {@link redflag.runtime.Footprints} and
 * {@link redflag.runtime.ArrayModes}, by {@code same_slimstate}.
 */
package redflag.runtime;
