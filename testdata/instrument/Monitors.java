import redflag.runtime.Hooks;

/** Every way of entering and leaving a monitor. What the runtime must have been told stands beside each. */
class Monitors {
    public static void main(String[] args) throws Exception {
        Number.class.getField("$redflag$open").setBoolean(null, true);
        Thread.class.getField("$redflag$state").get(Thread.currentThread());
        Monitors monitors = new Monitors();
        report("block", monitors, () -> monitors.block());                      //~ acquire release
        report("nested", monitors, () -> monitors.nested());                    //~ acquire acquire release release
        report("returning", monitors, () -> monitors.returning());              //~ acquire release
        report("throwing", monitors, () -> monitors.throwing());                //~ acquire release
        report("method", monitors, () -> monitors.method(1));                   //~ acquire release
        report("two returns", monitors, () -> monitors.method(-1));             //~ acquire release
        report("method throwing", monitors, () -> monitors.methodThrowing());   //~ acquire release
        report("caught inside", monitors, () -> monitors.caughtInside());       //~ acquire release
        report("reentrant", monitors, () -> monitors.reentrant());              //~ acquire acquire release release
        report("looping", monitors, () -> monitors.looping());                  //~ acquire release
        report("static", Monitors.class, () -> staticMethod(3L, 4.0));          //~ acquire release
        report("unlocked", monitors, () -> monitors.unlocked());                //~ nothing
    }

    static void report(String what, Object watched, Runnable scenario) {
        Hooks.told.setLength(0);
        Hooks.watched = watched;
        try {
            scenario.run();
        } catch (IllegalStateException expected) {
            // What a scenario throws has been through the hooks when it arrives here.
        }
        Hooks.watched = null;
        System.out.println(what + ":" + (Hooks.told.length() == 0 ? " nothing" : Hooks.told));
    }

    void block() {
        synchronized (this) {
            count++;
        }
    }

    void nested() {
        synchronized (this) {
            synchronized (this) {
                count++;
            }
        }
    }

    int returning() {
        synchronized (this) {
            return count;
        }
    }

    void throwing() {
        synchronized (this) {
            throw new IllegalStateException();
        }
    }

    synchronized int method(int sign) {
        if (sign < 0) {
            return -count;
        }
        return count;
    }

    synchronized void methodThrowing() {
        throw new IllegalStateException();
    }

    synchronized String caughtInside() {
        try {
            throw new IllegalStateException();
        } catch (IllegalStateException caught) {
            return "caught";
        }
    }

    synchronized void reentrant() {
        block();
    }

    synchronized long looping() {
        long sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += i;
        }
        return sum;
    }

    static synchronized double staticMethod(long a, double b) {
        return a + b;
    }

    void unlocked() {
        count++;
    }

    private int count;
}
