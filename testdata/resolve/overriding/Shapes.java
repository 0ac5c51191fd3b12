/** The class of the object decides, and an override that is inherited counts. */
abstract class Shape {
    abstract double area();

    String name() {
        return "shape";
    }
}

class Square extends Shape {
    double area() {
        return 1;
    }

    String name() {
        return "square";
    }
}

class Tile extends Square {}

class Circle extends Shape {
    double area() {
        return 3;
    }
}

class Shapes {
    static void all(Shape shape, Square square, Tile tile) {
        shape.area();   //~ resolves Shape.area; on Square runs Square.area; on Tile runs Square.area
        shape.area();   //~ may run Square.area Circle.area
        shape.name();   //~ on Circle runs Shape.name; may run Shape.name Square.name
        square.name();  //~ may run Square.name
        tile.name();    //~ resolves Square.name; on Tile runs Square.name
        tile.hashCode();  //~ resolves java/lang/Object.hashCode
    }
}
