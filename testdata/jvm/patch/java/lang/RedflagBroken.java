package java.lang;

/**
 * The negative control: the test makes {@link #answer} return a reference where it says int, and expects the virtual
 * machine to refuse this class. Were it accepted, verification would be off and all other verdicts worth nothing.
 */
public final class RedflagBroken {
    private RedflagBroken() {}

    static int answer() {
        return 42;
    }
}
