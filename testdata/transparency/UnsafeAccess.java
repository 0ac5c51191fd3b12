import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Unsafe's offsets still mean the fields that they were asked for, and arrays start and step as they do. */
public class UnsafeAccess {
    int number = 1;
    long wide = 2;
    volatile Object reference = "three";
    boolean flag;
    static short small = 4;

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        UnsafeAccess self = (UnsafeAccess) unsafe.allocateInstance(UnsafeAccess.class);
        System.out.println("unconstructed " + self.number + " " + self.reference);

        long number = unsafe.objectFieldOffset(UnsafeAccess.class.getDeclaredField("number"));
        long wide = unsafe.objectFieldOffset(UnsafeAccess.class.getDeclaredField("wide"));
        long reference = unsafe.objectFieldOffset(UnsafeAccess.class.getDeclaredField("reference"));
        long flag = unsafe.objectFieldOffset(UnsafeAccess.class.getDeclaredField("flag"));
        unsafe.putInt(self, number, 10);
        unsafe.putLongVolatile(self, wide, 20L);
        unsafe.putOrderedObject(self, reference, "thirty");
        unsafe.putBoolean(self, flag, true);
        System.out.println(self.number + " " + self.wide + " " + self.reference + " " + self.flag);
        System.out.println(unsafe.compareAndSwapInt(self, number, 10, 11) + " " + unsafe.compareAndSwapLong(self, wide, 1, 2) + " "
                + unsafe.getAndAddInt(self, number, 5) + " " + unsafe.getAndSetObject(self, reference, null) + " " + self.number);

        Field small = UnsafeAccess.class.getDeclaredField("small");
        Object base = unsafe.staticFieldBase(small);
        unsafe.putShort(base, unsafe.staticFieldOffset(small), (short) 40);
        System.out.println(UnsafeAccess.small);

        int[] array = {1, 2, 3};
        int start = unsafe.arrayBaseOffset(int[].class);
        int step = unsafe.arrayIndexScale(int[].class);
        unsafe.putInt(array, start + 2L * step, 33);
        System.out.println(start + " " + step + " " + array[2] + " " + unsafe.arrayIndexScale(long[].class));
        long memory = unsafe.allocateMemory(16);
        unsafe.setMemory(memory, 16, (byte) 7);
        unsafe.copyMemory(null, memory, array, start, 8);
        System.out.println(Integer.toHexString(array[0]));
        unsafe.freeMemory(memory);
        try {
            unsafe.throwException(new java.io.IOException("sneaky"));
        } catch (Exception expected) {
            System.out.println(expected);
        }
    }
}
