/** What the compiler writes for a record reads its fields without a method of their own. */
class Records { //~ invokespecial <init>
    record Point(int x, long y) { //~ record toString x y; record hashCode x y; record equals x y; getfield x; getfield y
        Point { //~ invokespecial <init>; putfield x; putfield y
            if (x < 0) {
                throw new IllegalArgumentException(); //~ invokespecial <init>
            }
        }
    }

    static long sum(Point p) {
        return p.x() + p.y(); //~ invokevirtual x; invokevirtual y
    }
}
