import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** Methods that take anything: the call's descriptor is not theirs. */
class Handles {
    static void all(MethodHandle handle, VarHandle variable, int[] numbers) throws Throwable {
        int sum =
            (int) handle.invokeExact(1, 2L);  //~ resolves java/lang/invoke/MethodHandle.invokeExact
        handle.invoke("text");       //~ resolves java/lang/invoke/MethodHandle.invoke
        variable.setVolatile(sum);   //~ resolves java/lang/invoke/VarHandle.setVolatile
        variable.compareAndSet(1, 2);  //~ resolves java/lang/invoke/VarHandle.compareAndSet
        handle.asType(null);         //~ resolves java/lang/invoke/MethodHandle.asType
    }
}
