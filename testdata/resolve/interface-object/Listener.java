/** Interfaces answer to Object's public methods, and to one that they declare themselves. */
interface Listener {
    String toString();
}

interface Silent {}

class Loud implements Listener, Silent {
    public String toString() {
        return "loud";
    }
}

class Quiet implements Listener, Silent {}

class Listeners {
    static void all(Listener listener, Silent silent) {
        listener.toString();  //~ resolves Listener.toString; on Loud runs Loud.toString
        listener.toString();  //~ on Quiet runs java/lang/Object.toString
        listener.hashCode();  //~ resolves java/lang/Object.hashCode
        silent.toString();    //~ resolves java/lang/Object.toString; on Loud runs Loud.toString
    }
}
