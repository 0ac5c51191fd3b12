/** String concatenation: one call whose recipe holds the texts, with a place for each operand. */
class Concatenation { //~ invokespecial <init>
    String name;

    String one() {
        return "name = " + name; //~ getfield name; concat name = _
    }

    static String mixed(int a, long b, double c, char d, Object e) {
        return a + ", " + b + c + d + '!' + e; //~ invokestatic valueOf; concat _, ___!_
    }

    static String constantsFold(boolean b) {
        return "a" + 1 + 2L + b; //~ concat a12_
    }

    /** The compiler reads the variable, appends, and writes it back. */
    void append(String more) {
        name += more; //~ getfield name; concat __; putfield name
    }
}
