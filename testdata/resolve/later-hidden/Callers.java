/**
 * A class has come to implement an interface, and those below it have private and static methods of the same name. By
 * the specification these override nothing. HotSpot 17 to 25 throws an AbstractMethodError for some of them.
 */
class Callers {
    static void all(Named named) {
        named.name();  //~ on Private runs Named.name; on BelowPrivate runs Named.name
        named.name();  //~ on Static runs Named.name; on Package throws IllegalAccessError
    }
}

interface Named {
    default String name() {
        return "Named";
    }
}
