/** What the callers were compiled against is gone: moved up, made abstract, or no more. */
class Callers {
    static void all(Library library, Api api) {
        library.moved();     //~ resolves Ancestor.moved; on Library runs Ancestor.moved
        library.removed();   //~ resolves NoSuchMethodError
        library.retyped();   //~ resolves NoSuchMethodError
        library.size = 1;    //~ resolves NoSuchFieldError
        Library.total = 1;   //~ resolves Ancestor.total
        api.added();         //~ resolves Api.added; on Implementor throws AbstractMethodError
        api.removed();       //~ resolves NoSuchMethodError
    }
}

class Ancestor {
    void moved() {}

    static int total;
}

class Implementor implements Api {
    public void removed() {}
}
