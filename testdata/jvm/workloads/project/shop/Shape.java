package shop;

/** A sealed hierarchy, pattern matching and a switch over strings. */
public sealed interface Shape permits Shape.Circle, Shape.Box {
    record Circle(double radius) implements Shape {}

    record Box(double width, double height) implements Shape {}

    default double area() {
        if (this instanceof Circle circle) {
            return Math.PI * circle.radius() * circle.radius();
        } else if (this instanceof Box box && box.width() > 0) {
            return box.width() * box.height();
        }
        return 0;
    }

    static Shape parse(String text) {
        String[] words = text.split(" ");
        return switch (words[0]) {
            case "circle" -> new Circle(Double.parseDouble(words[1]));
            case "box", "rectangle" -> {
                double width = Double.parseDouble(words[1]);
                yield new Box(width, words.length > 2 ? Double.parseDouble(words[2]) : width);
            }
            default -> throw new IllegalArgumentException("""
                    no such shape: %s
                    expected circle or box""".formatted(text));
        };
    }
}
