package q;

/** Overrides q.B's; and through p.C, which is public, p.A's that it cannot see. */
public class D extends p.C {
    String plain() {
        return "q.D";
    }

    public String opened() {
        return "q.D";
    }
}
