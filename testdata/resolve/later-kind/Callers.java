/** Members changed between static and not, and types between class and interface. */
class Callers {
    static void all(Library library, Service service, Tool tool) {
        library.instance();  //~ resolves IncompatibleClassChangeError
        Library.shared();    //~ resolves IncompatibleClassChangeError
        service.serve();     //~ resolves IncompatibleClassChangeError
        tool.use();          //~ resolves IncompatibleClassChangeError
    }
}
