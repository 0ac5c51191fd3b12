//@ origin: Version.compareTo(Ljava/lang/Object;)I bridge to Version.compareTo(LVersion;)I
//@ origin: Version.copy()Ljava/lang/Object; bridge to Version.copy()LVersion;
//@ origin: Visible.open()V bridge to Hidden.open()V
/** Methods that pass a call on under another descriptor, or make it visible. */
class Version implements Comparable<Version>, Copyable {
    public int compareTo(Version other) {
        return 0;
    }

    public Version copy() {
        return this;
    }
}

interface Copyable {
    Object copy();
}

class Hidden {
    public void open() {}
}
