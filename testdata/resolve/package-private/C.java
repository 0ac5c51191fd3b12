package p;

/** Overrides p.A's, and makes one of them visible to all. */
public class C extends q.B {
    String plain() {
        return "p.C";
    }

    public String opened() {
        return "p.C";
    }

    static void all(C c) {
        c.plain();   //~ on p/C runs p/C.plain; on q/D runs p/C.plain
        c.opened();  //~ on q/D runs q/D.opened
    }
}
