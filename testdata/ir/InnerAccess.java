/** Before nest mates, private members of another class were reached through methods of its own. */
//@ javac: --release 8 -Xlint:-options
class InnerAccess { //~ invokespecial <init>; getfield balance; putfield balance
    private int balance;

    class Inner { //~ putfield this$0; invokespecial <init>
        int read() {
            return balance; //~ getfield this$0; invokestatic access$000
        }

        void write(int n) {
            balance = n; //~ getfield this$0; invokestatic access$002
        }
    }

    Object make() {
        return new Inner(); //~ invokespecial <init>
    }
}
