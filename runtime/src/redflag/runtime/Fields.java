package redflag.runtime;

/**
 * The fields by the keys that the agent gave them. A field is looked up when its key is first used.
 *
 * <p>Looking up runs library code: only while the thread's hooks do nothing.
 */
final class Fields {
    /** Its bases are objects, or classes for static fields; its numbers are keys that were looked up. */
    static final Words WORDS = new FieldWords();

    private static final SpinLock LOCK = new SpinLock();

    /** Guard: LOCK; read without it. Elements never change once they are there. */
    private static volatile Field[] fields = new Field[256];

    private Fields() {}

    /** The field; null if there is no such field, which is a mistake of the agent's. */
    static Field get(int key, Object base) {
        Field[] known = fields;
        if (key >= 0 && key < known.length) {
            Field field = (Field) Memory.elementAcquire(known, key);
            if (field != null) {
                return field;
            }
        }
        return lookUp(key, base);
    }

    /** The field, which this very class declares; null if it does not. */
    static Field in(int key, Class<?> declaring) {
        Field[] known = fields;
        if (key >= 0 && key < known.length) {
            Field field = (Field) Memory.elementAcquire(known, key);
            if (field != null) {
                return field;
            }
        }
        String[] description = Reporter.describe(key);
        return put(key, description == null ? null : Field.in(declaring, description));
    }

    /** For tests too: makes a field known without the agent. */
    static Field put(int key, String[] description, Object base) {
        return put(key, description == null || key < 0 ? null : Field.of(description, base));
    }

    private static Field put(int key, Field field) {
        if (field == null) {
            Failures.lostChecks = Failures.lostChecks + 1;
            return null;
        }
        boolean locked = false;
        try {
            locked = LOCK.lock();
            if (key >= fields.length) {
                Field[] more = new Field[Math.max(key + 1, 2 * fields.length)];
                System.arraycopy(fields, 0, more, 0, fields.length);
                fields = more;
            }
            Memory.setElementRelease(fields, key, field);
        } finally {
            if (locked) {
                LOCK.held = 0;
            }
        }
        return field;
    }

    private static Field lookUp(int key, Object base) {
        return put(key, Reporter.describe(key), base);
    }

    private static final class FieldWords extends Words {
        @Override
        long write(Object base, long at) {
            return Memory.getLong(base, fields[(int) at].write);
        }

        @Override
        long read(Object base, long at) {
            return Memory.getLong(base, fields[(int) at].read);
        }

        @Override
        ReadShared shared(Object base, long at) {
            Field field = fields[(int) at];
            ReadShared[] all = (ReadShared[]) Memory.getReferenceAcquire(base, field.shared);
            return all == null ? null : all[field.index];
        }

        @Override
        boolean replaceWrite(Object base, long at, long expected, long word) {
            return Memory.compareAndSetLong(base, fields[(int) at].write, expected, word);
        }

        @Override
        boolean replaceRead(Object base, long at, long expected, long word) {
            return Memory.compareAndSetLong(base, fields[(int) at].read, expected, word);
        }

        @Override
        void setShared(Object base, long at, ReadShared shared) {
            Field field = fields[(int) at];
            Object all = Memory.getReferenceAcquire(base, field.shared);
            if (all == null) {
                Memory.compareAndSetReference(
                        base, field.shared, null, new ReadShared[field.sharedLength]);
                all = Memory.getReferenceAcquire(base, field.shared);
            }
            ((ReadShared[]) all)[field.index] = shared;
        }
    }
}
