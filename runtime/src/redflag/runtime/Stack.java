package redflag.runtime;

/** Where a thread was: a stack that is only turned into text if a report needs it. */
final class Stack extends Throwable {
    private static final long serialVersionUID = 1;

    /** The most frames that a report shows. */
    private static final int SHOWN = 200;

    Stack() {
        super(null, null, false, true);
    }

    /**
     * The program's frames, as Java prints them without the "at". Runs library code: only while the
     * thread's hooks do nothing.
     */
    String[] frames() {
        StackTraceElement[] all = getStackTrace();
        String[] texts = new String[Math.min(all.length, SHOWN)];
        int count = 0;
        for (int i = 0; i < all.length && count < texts.length; i++) {
            if (!isOurs(all[i])) {
                texts[count++] = all[i].toString();
            }
        }
        String[] shown = new String[count];
        System.arraycopy(texts, 0, shown, 0, count);
        return shown;
    }

    /** Whether code of the program called the library where it makes handles. */
    boolean isOfProgram() {
        StackTraceElement[] all = getStackTrace();
        for (int i = 0; i < all.length; i++) {
            String name = all[i].getClassName();
            if (!isOurs(all[i])
                    && !name.startsWith("java.lang.invoke.")
                    && !name.equals("sun.misc.Unsafe")) {
                return !name.startsWith("java.")
                        && !name.startsWith("jdk.")
                        && !name.startsWith("sun.");
            }
        }
        return false;
    }

    private static boolean isOurs(StackTraceElement frame) {
        return frame.getMethodName().startsWith("$redflag$")
                || frame.getClassName().startsWith("redflag.runtime.") && !Options.showRuntime;
    }
}
