/** Values wait on the operand stack while others are chosen; those get phis as well. */
//@ phis: max int
//@ phis: nested java.lang.String
//@ phis: argument int java.lang.Object
//@ phis: created java.lang.String
//@ phis: wide long double
//@ phis: condition
class Ternaries { //~ invokespecial <init>
    static int max(int a, int b) {
        return a > b ? a : b;
    }

    /** Both choices meet in the one place where the value is returned. */
    static String nested(int n) {
        return n < 0 ? "negative" : n == 0 ? "zero" : "positive";
    }

    /** The format waits on the stack, and so does the first choice during the second. */
    static String argument(boolean left, boolean right, Object o) {
        return String.format("%s %s", left ? 1 : 2, right ? "yes" : o); //~ invokestatic valueOf; arraystore java.lang.Object; arraystore java.lang.Object; invokestatic format
    }

    /** The new object waits on the stack before its constructor has run. */
    static Object created(boolean empty) {
        return new StringBuilder(empty ? "" : "x"); //~ invokespecial <init>
    }

    static double wide(boolean b, long n, double d) {
        return (b ? n : 0L) + (b ? 1.5 : d);
    }

    /** A choice that only decides a branch yields no value. */
    static int condition(boolean a, boolean b, boolean c) {
        if (a ? b : c) {
            return 1;
        }
        return 0;
    }
}
