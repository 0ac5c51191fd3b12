/** Switches whose labels are types, texts and enum constants; each is asked for in turn. */
//@ since: 21
class PatternSwitches { //~ invokespecial <init>
    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {} //~ invokespecial <init>; putfield radius; record toString radius; record hashCode radius; record equals radius; getfield radius

    record Square(int side) implements Shape {} //~ invokespecial <init>; putfield side; record toString side; record hashCode side; record equals side; getfield side

    static int area(Shape shape) {
        return switch (shape) { //~ invokestatic requireNonNull; pattern-switch PatternSwitches$Circle PatternSwitches$Square; invokespecial <init>
            case Circle c -> 3 * c.radius() * c.radius(); //~ invokevirtual radius; invokevirtual radius
            case Square s -> s.side() * s.side(); //~ invokevirtual side; invokevirtual side
        };
    }

    static String describe(Object o) {
        return switch (o) { //~ invokestatic requireNonNull; pattern-switch java.lang.Integer java.lang.String java.lang.String
            case Integer i -> "number";
            case String s when s.isEmpty() -> "empty"; //~ invokevirtual isEmpty
            case String s -> s;
            default -> "other";
        };
    }

    static int byText(CharSequence text) {
        return switch (text) { //~ invokestatic requireNonNull; pattern-switch java.lang.String java.lang.CharSequence
            case String s when s.length() > 3 -> 1; //~ invokevirtual length
            case CharSequence other -> 2;
        };
    }

    static int constants(Thread.State state) {
        return switch (state) { //~ invokestatic requireNonNull; pattern-switch enum-NEW java.lang.Thread$State
            case NEW -> 1;
            case Thread.State other when other.ordinal() > 3 -> 2; //~ invokevirtual ordinal
            default -> 3;
        };
    }
}
