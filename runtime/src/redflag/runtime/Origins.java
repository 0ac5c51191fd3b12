package redflag.runtime;

/** Where objects were made: the agent has added a field to them that has the number of the place. */
final class Origins {
    private static final String FIELD = "$redflag$origin";

    private Origins() {}

    /**
     * The number of the {@code new} that made an object; 0 if it is not known.
     *
     * <p>What can be cloned may be a clone, which has the number of its original.
     */
    static int of(Object object) {
        if (object instanceof Cloneable) {
            return 0;
        }
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            long offset = Memory.fieldOffset(type, FIELD);
            if (offset != Memory.NONE) {
                return Memory.getInt(object, offset);
            }
        }
        return 0;
    }
}
