/** invokespecial: the nearest superclass that has the method, whatever the object overrides. */
class Top {
    void run() {}

    void only() {}
}

class Middle extends Top {
    void run() {
        super.run();  //~ on Bottom runs Top.run
    }
}

class Bottom extends Middle implements Left, Right {
    void run() {
        super.run();   //~ on Bottom runs Middle.run
        super.only();  //~ on Bottom runs Top.only
        super.hashCode();  //~ on Bottom runs java/lang/Object.hashCode
    }

    public void both() {
        Left.super.both();   //~ on Bottom runs Left.both
        Right.super.both();  //~ resolves Root.both; on Bottom runs Root.both
    }
}

interface Root {
    default void both() {}
}

interface Left {
    default void both() {}
}

interface Right extends Root {}
