package redflag.runtime;

/** What is decided at start-up, before the classes that ask for it are initialised. */
final class Options {
    /** Whether each use of a rule is counted. Written before {@link Rules} is initialised only. */
    static boolean countRules;

    private Options() {}
}
