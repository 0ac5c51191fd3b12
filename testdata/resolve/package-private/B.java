package q;

/** Not an override of p.A's methods, which it cannot see. */
public class B extends p.A {
    String plain() {
        return "q.B";
    }

    String opened() {
        return "q.B";
    }

    static void all(B b) {
        b.plain();   //~ on q/B runs q/B.plain; on p/C runs q/B.plain; on q/D runs q/D.plain
        b.opened();  //~ on p/C runs q/B.opened; on q/D runs q/D.opened
    }
}
