/** The caller of a method of variable arity makes the array. */
class Varargs { //~ invokespecial <init>
    static int count(Object... all) {
        return all.length;
    }

    static int none() {
        return count(); //~ invokestatic count
    }

    static int some(int n) {
        return count("a", n); //~ arraystore java.lang.Object; invokestatic valueOf; arraystore java.lang.Object; invokestatic count
    }

    static int spread(String[] all) {
        return count((Object[]) all); //~ invokestatic count
    }
}
