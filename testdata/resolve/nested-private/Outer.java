/** Since Java 11 classes of a nest call each other's private methods without an accessor; such a call selects nothing. */
class Outer {
    private void secret() {}

    static class Inner extends Outer {
        private void secret() {}
    }

    interface Part {
        private void hidden() {}
    }

    static class Whole implements Part {
        void hidden() {}
    }

    static void all(Outer outer, Inner inner, Part part) {
        outer.secret();  //~ resolves Outer.secret; on Outer$Inner runs Outer.secret
        inner.secret();  //~ resolves Outer$Inner.secret
        part.hidden();   //~ on Outer$Whole runs Outer$Part.hidden
    }
}
