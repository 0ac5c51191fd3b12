//@ javac: --release 8
//@ origin: Outer.access$000(LOuter;)I accessor of Outer.secret
//@ origin: Outer.access$002(LOuter;I)I accessor of Outer.secret
//@ origin: Outer.access$008(LOuter;)I accessor of Outer.secret
//@ origin: Outer.access$100(LOuter;)V accessor of Outer.hidden()V
//@ origin: Outer.access$200()Ljava/lang/String; accessor of Outer.shared
//@ origin: Outer.access$301(LOuter;)Ljava/lang/String; accessor of java/lang/Object.toString()Ljava/lang/String;
//@ origin: Outer.access$484(LOuter;Ljava/lang/Object;)Ljava/lang/String; accessor of Outer.text
//@ origin: Outer.<init>(LOuter$1;)V accessor of Outer.<init>()V
/** Before Java 11 nested classes reached private members through methods of the compiler's. */
class Outer {
    private int secret;
    private String text = "";
    private static String shared;

    private Outer() {}

    private void hidden() {}

    static int access$(Outer outer) {
        return outer.secret;
    }

    class Inner {
        void all() {
            int read = secret;
            secret = 1;
            secret++;
            hidden();
            String value = shared;
            Outer.super.toString();
            text += "more";
        }
    }

    static class Other {
        Outer outer = new Outer();
    }
}
