//@ origin: Lambdas.lambda$all$#()V lambda within Lambdas.all(Ljava/lang/String;)V
//@ origin: Lambdas.lambda$all$#(Ljava/lang/String;)V lambda within Lambdas.all(Ljava/lang/String;)V
//@ origin: Lambdas.lambda$nested$#(I)V lambda within Lambdas.nested(I)V
//@ origin: Lambdas.lambda$nested$#()V lambda within Lambdas.lambda$nested$#(I)V
//@ origin: Lambdas.lambda$static$#()V lambda within Lambdas.<clinit>()V
/** Bodies of lambdas are methods of their own; a method that is only referred to stays the programmer's. */
class Lambdas {
    static Runnable first = () -> {};

    void all(String text) {
        Runnable plain = () -> {};
        Runnable capturing = () -> text.length();
        Runnable reference = this::named;
    }

    void nested(int number) {
        Runnable outer = () -> {
            Runnable inner = () -> {};
            Integer.valueOf(number);
        };
    }

    private void named() {}

    static void lambda$fake() {}
}
