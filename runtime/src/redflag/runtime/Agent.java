package redflag.runtime;

/** What the runtime asks of the agent while the program runs, besides {@link Reporter}. */
final class Agent {
    /** No site: the access is not the program's. */
    static final int NONE = -1;

    private Agent() {}

    /**
     * The site of an access that the current thread makes through the library: where the program called
     * it. The key is that of the field, or {@link Reporter#ARRAY}. 0 if there are no more numbers, {@link
     * #NONE} if whoever called the library is not checked.
     */
    static native int site(int key, boolean isWrite, boolean isAtomic);

    /**
     * The key of a field that has words, by the first key of its class; {@link #NONE} if there is no such
     * field, or several.
     */
    static native int key(int first, String field);

    /** What is to be defined instead of a hidden class; null if that is the class as it is. */
    static native byte[] transform(byte[] hidden);
}
