/** A lambda that can be serialised: the compiler adds a method that makes it anew from its names. */
import java.io.Serializable;

class SerializableLambda { //~ invokespecial <init>; invokevirtual getImplMethodName; invokevirtual hashCode; invokevirtual equals; invokevirtual getImplMethodKind; invokevirtual getFunctionalInterfaceClass; invokevirtual equals; invokevirtual getFunctionalInterfaceMethodName; invokevirtual equals; invokevirtual getFunctionalInterfaceMethodSignature; invokevirtual equals; invokevirtual getImplClass; invokevirtual equals; invokevirtual getImplMethodSignature; invokevirtual equals; lambda run -> lambda$serializable static serializable; invokespecial <init>
    interface Marker {}

    static Runnable serializable() {
        return (Runnable & Serializable) () -> {}; //~ lambda run -> lambda$serializable static serializable
    }

    /** An interface without methods is implemented along with the other. */
    static Runnable marked() {
        return (Runnable & Marker) () -> {}; //~ lambda run -> lambda$marked static also SerializableLambda$Marker
    }
}
