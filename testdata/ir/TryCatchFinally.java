/** Handlers, nested and with several types; a finally block stands once for each way out. */
//@ catches: parse java.lang.NumberFormatException
//@ phis: parse int
//@ catches: several java.lang.RuntimeException
//@ catches: nested java.io.IOException java.lang.RuntimeException
//@ catches: cleanup java.lang.Throwable
//@ catches: all java.lang.IllegalStateException java.lang.Throwable
//@ catches: quiet
import java.io.IOException;

class TryCatchFinally { //~ invokespecial <init>
    static int opened;

    static int parse(String text) {
        int value;
        try {
            value = Integer.parseInt(text); //~ invokestatic parseInt
        } catch (NumberFormatException e) {
            value = -1;
        }
        return value;
    }

    /** The least type that both have in common is in the stack map alone. */
    static String several(Object o) {
        try {
            return (String) o;
        } catch (ClassCastException | NullPointerException e) {
            return e.getMessage(); //~ invokevirtual getMessage
        }
    }

    static void nested() {
        try {
            try {
                open(); //~ invokestatic open
            } catch (IOException e) {
                close(); //~ invokestatic close
            }
        } catch (RuntimeException e) {
            opened = 0; //~ putstatic opened
        }
    }

    /** Once after the body, once on the way of the exception. */
    static void cleanup() throws IOException {
        try {
            open(); //~ invokestatic open
        } finally {
            close(); //~ invokestatic close; invokestatic close
        }
    }

    /** Once after the body, once after the handler, once for everything else. */
    static int all() throws IOException {
        try {
            open(); //~ invokestatic open
        } catch (IllegalStateException e) {
            opened++; //~ getstatic opened; putstatic opened
        } finally {
            close(); //~ invokestatic close; invokestatic close; invokestatic close
        }
        return opened; //~ getstatic opened
    }

    /** Nothing in the body can throw, so no edge leads to the handler and it is left out. */
    static int quiet(int a, int b) {
        int sum = 0;
        try {
            sum = a + b;
        } catch (RuntimeException e) {
            close();
        }
        return sum;
    }

    static void open() throws IOException {
        opened++; //~ getstatic opened; putstatic opened
    }

    static void close() {
        opened--; //~ getstatic opened; putstatic opened
    }
}
