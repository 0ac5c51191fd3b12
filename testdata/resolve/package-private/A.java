package p;

/** Methods without an access modifier, of two packages: which override which. */
public class A {
    String plain() {
        return "p.A";
    }

    String opened() {
        return "p.A";
    }

    public static void all(A a) {
        a.plain();   //~ on q/B runs p/A.plain; on p/C runs p/C.plain; on q/D runs p/C.plain
        a.plain();   //~ may run p/A.plain p/C.plain
        a.opened();  //~ on q/B runs p/A.opened; on p/C runs p/C.opened; on q/D runs q/D.opened
    }
}
