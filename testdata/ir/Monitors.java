/** A synchronized block leaves its monitor on the normal way and on that of an exception. */
//@ catches: add java.lang.Throwable
//@ catches: early java.lang.Throwable
//@ catches: both java.lang.Throwable java.lang.Throwable
//@ catches: whole
class Monitors { //~ invokespecial <init>
    final Object lock = new Object(); //~ invokespecial <init>; putfield lock
    final Object other = new Object(); //~ invokespecial <init>; putfield other
    int balance;

    void add(int n) {
        synchronized (lock) { //~ getfield lock; monitorenter
            balance += n; //~ getfield balance; putfield balance
        } //~ monitorexit; monitorexit
    }

    /** One way out more: the return inside. */
    int early(boolean peek) {
        synchronized (lock) { //~ getfield lock; monitorenter
            if (peek) {
                return balance; //~ getfield balance; monitorexit
            }
            balance = 0; //~ putfield balance
        } //~ monitorexit; monitorexit
        return 0;
    }

    void both() {
        synchronized (lock) { //~ getfield lock; monitorenter
            synchronized (other) { //~ getfield other; monitorenter
                balance--; //~ getfield balance; putfield balance
            } //~ monitorexit; monitorexit
        } //~ monitorexit; monitorexit
    }

    /** The method's monitor is no instruction of its body. */
    synchronized void whole() {
        balance++; //~ getfield balance; putfield balance
    }
}
