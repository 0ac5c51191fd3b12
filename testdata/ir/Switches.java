/** Switches over integers, strings and enums. */
//@ blocks: table 6
//@ phis: table int
//@ blocks: lookup 4
//@ phis: lookup
//@ phis: text int
//@ phis: falling int int
//@ phis: arrow java.lang.String
class Switches { //~ invokespecial <init>
    /** Three cases next to each other, the default and what comes after. */
    static int table(int n) {
        int result;
        switch (n) {
            case 1: result = 10; break;
            case 2: result = 20; break;
            case 3: result = 30; break;
            default: result = 0; break;
        }
        return result;
    }

    static int lookup(int n) {
        switch (n) {
            case -1000: return 1;
            case 1000: return 2;
            default: return 3;
        }
    }

    /** First the hash and the text pick a number, then the number picks the case. */
    static int text(String s) {
        switch (s) { //~ invokevirtual hashCode; invokevirtual equals; invokevirtual equals
            case "one": return 1;
            case "two": return 2;
            default: return 0;
        }
    }

    /** Each case falls into the next, which merges what it brings with what the switch brings. */
    static int falling(int n) {
        int sum = 0;
        switch (n) {
            case 2: sum += 2;
            case 1: sum += 1;
        }
        return sum;
    }

    static String arrow(int n) {
        return switch (n) {
            case 0 -> "none";
            case 1 -> "one";
            default -> String.valueOf(n); //~ invokestatic valueOf
        };
    }

    /** A class of the compiler's own maps the constants to numbers, once, and comes first. */
    static int constant(Thread.State state) {
        switch (state) { //~ invokestatic values; putstatic $SwitchMap$java$lang$Thread$State; getstatic $SwitchMap$java$lang$Thread$State; getstatic NEW; invokevirtual ordinal; arraystore int; getstatic $SwitchMap$java$lang$Thread$State; getstatic BLOCKED; invokevirtual ordinal; arraystore int; getstatic $SwitchMap$java$lang$Thread$State; invokevirtual ordinal; arrayload int
            case NEW: return 1;
            case BLOCKED: return 2;
            default: return 0;
        }
    }
}
