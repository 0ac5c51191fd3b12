package redflag.runtime;

/**
 * One field that the program's class declares, and where its state is: the agent has added words next
 * to it.
 */
final class Field {
    /** Of the field itself; in the class object if it is static, as all of them. */
    final long offset;

    /** Of the words; {@link Memory#NONE} if the field has none. */
    final long write;

    final long read;

    /** Of the array that holds the read sets of all such fields of the class; its length. */
    final long shared;

    final int sharedLength;

    /** The place of this field in it. */
    final int index;

    /** Whether its values are references. */
    final boolean isReference;

    private Field(Class<?> declaring, String[] description) {
        boolean isStatic = description[3].equals("static");
        String suffix = description[2];
        offset = Memory.fieldOffset(declaring, description[1]);
        isReference = description.length > 6 && isReference(description[6]);
        if (suffix == null || suffix.isEmpty()) {
            write = Memory.NONE;
            read = Memory.NONE;
            shared = Memory.NONE;
            sharedLength = 0;
            index = 0;
        } else {
            write = Memory.fieldOffset(declaring, "$redflag$w".concat(suffix));
            read = Memory.fieldOffset(declaring, "$redflag$r".concat(suffix));
            shared =
                    Memory.fieldOffset(
                            declaring, isStatic ? "$redflag$sharedStatic" : "$redflag$shared");
            index = Integer.parseInt(description[4]);
            sharedLength = Integer.parseInt(description[5]);
        }
    }

    /** Whether accesses to it can be checked. */
    boolean hasWords() {
        return write != Memory.NONE
                && read != Memory.NONE
                && shared != Memory.NONE
                && index >= 0
                && index < sharedLength;
    }

    /**
     * The field that the agent describes so, found from an object that has it, or its class if it is
     * static. Null if it is not there.
     */
    static Field of(String[] description, Object base) {
        Class<?> declaring;
        if (description[3].equals("static")) {
            declaring = (Class<?>) base;
        } else {
            declaring = base.getClass();
            while (declaring != null && !isNamed(declaring.getName(), description[0])) {
                declaring = declaring.getSuperclass();
            }
        }
        return declaring == null ? null : new Field(declaring, description);
    }

    /** The field that the agent describes so, of the class that declares it. */
    static Field in(Class<?> declaring, String[] description) {
        return new Field(declaring, description);
    }

    /** The JVM adds a slash and a number to the names of hidden classes. */
    private static boolean isNamed(String loaded, String name) {
        return loaded.startsWith(name)
                && (loaded.length() == name.length() || loaded.charAt(name.length()) == '/');
    }

    private static boolean isReference(String descriptor) {
        return descriptor.startsWith("L") || descriptor.startsWith("[");
    }
}
