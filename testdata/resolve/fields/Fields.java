/** Fields are found by the static type: own, then interfaces, then the superclass. */
interface Limits {
    int MAX = "four".length();
}

class Base {
    int count;
    static String label;
    int MAX;
}

class Derived extends Base implements Limits {
    long count;
}

class Leaf extends Derived {}

class Fields {
    static void all(Base base, Derived derived, Leaf leaf) {
        base.count = 1;  //~ resolves Base.count
        Leaf.label = null;  //~ resolves Base.label
        int max = Limits.MAX;  //~ resolves Limits.MAX
        long sum = leaf.count;  //~ resolves Derived.count
    }
}
