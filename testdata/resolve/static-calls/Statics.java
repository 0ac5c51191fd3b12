/** Static methods are inherited from classes and not from interfaces. */
class Tools {
    static void help() {}
}

class MoreTools extends Tools {}

interface Helper {
    static void assist() {}
}

class Statics {
    static void all() {
        MoreTools.help();  //~ resolves Tools.help; on Tools runs Tools.help
        Helper.assist();   //~ resolves Helper.assist
        Math.abs(1);       //~ resolves java/lang/Math.abs(I)I
    }
}
