//@ origin: Point.toString()Ljava/lang/String; record method
//@ origin: Point.hashCode()I record method
//@ origin: Point.equals(Ljava/lang/Object;)Z record method
//@ origin: Point.x()I record accessor of Point.x
//@ origin: Color.values()[LColor; enum method
//@ origin: Color.valueOf(Ljava/lang/String;)LColor; enum method
//@ origin: Color.$values()[LColor; enum method
/** What the language gives to records and enums; what they declare themselves is the programmer's. */
record Point(int x, int y) {
    public int y() {
        return y + 1;
    }
}

enum Color {
    RED,
    GREEN;

    static Color values(int count) {
        return RED;
    }
}
