/** Default methods: the most specific one, and never before a class's own. */
interface Named {
    default String name() {
        return "Named";
    }
}

interface Titled extends Named {
    default String name() {
        return "Titled";
    }
}

interface Abstracted extends Named {
    String name();
}

class Plain implements Named {}

class Diamond implements Named, Titled {}

class Inherits extends Diamond implements Named {}

class Own implements Titled {
    public String name() {
        return "Own";
    }
}

class OwnBelow extends Own implements Named {}

abstract class Again implements Abstracted {}

class Concrete extends Again {
    public String name() {
        return "Concrete";
    }
}

class Defaults {
    static void all(Named named, Diamond diamond, Again again, Titled titled) {
        named.name();    //~ resolves Named.name; on Plain runs Named.name; on Diamond runs Titled.name
        named.name();    //~ on Inherits runs Titled.name; on Own runs Own.name; on OwnBelow runs Own.name
        named.name();    //~ may run Concrete.name Named.name Own.name Titled.name
        diamond.name();  //~ resolves Titled.name; on Inherits runs Titled.name
        again.name();    //~ resolves Abstracted.name; on Concrete runs Concrete.name; may run Concrete.name
        titled.name();   //~ on Plain throws IncompatibleClassChangeError
    }
}
