package redflag.runtime;

/** What is decided at start-up, before the classes that ask for it are initialised. */
final class Options {
    /** Whether each use of a rule is counted. Written before {@link Rules} is initialised only. */
    static boolean countRules;

    /** Whether accesses are counted by {@link AccessHooks#counted}. Written at start-up only. */
    static boolean countAccesses;

    /** Whether array shadows are compressed. Written at start-up only. */
    static boolean compressArrays;

    /** Whether redundant accesses are skipped. Written before {@link Tree} is initialised only. */
    static boolean filterTree;

    /** For tests, which are of this package: whether its frames are part of stacks. */
    static boolean showRuntime;

    private Options() {}
}
