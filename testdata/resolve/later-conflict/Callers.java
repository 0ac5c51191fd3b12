/** Two interfaces have come to give the same default method; a class that was compiled before inherits both. */
class Both implements First, Second {}

class Chooses extends Both {
    public String name() {
        return "Chooses";
    }
}

abstract class Partly implements First, Third {}

class Whole extends Partly {}

class Callers {
    static void all(Both both, First first, Whole whole) {
        both.name();   //~ on Both throws IncompatibleClassChangeError; on Chooses runs Chooses.name
        first.name();  //~ on Both throws IncompatibleClassChangeError; may run Chooses.name Third.name
        whole.name();  //~ resolves Third.name; on Whole runs Third.name
    }
}
