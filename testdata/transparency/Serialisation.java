import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Serialised forms: the version that is computed from a class's members, and the bytes. */
public class Serialisation {
    static class Plain implements Serializable {
        int number = 42;
        long[] numbers = {1, 2, 3};
        String text = "text";
        transient int forgotten = 7;
        static int shared = 9;
        volatile boolean flag = true;
        private double secret = 0.5;
        protected Plain next;

        void method() {}

        private int secretMethod(int by) {
            return number += by;
        }
    }

    static class Extended extends Plain {
        byte more = 3;
        final Object inner = new int[][] {{1}, {2, 3}};
        static final Object CONSTANT = new Object();

        static {
            shared++;
        }
    }

    static class Explicit implements Serializable {
        private static final long serialVersionUID = 77;
        int value = 1;
    }

    static class Declares implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("renamed", int.class)
        };
        int value = 5;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.putFields().put("renamed", value * 2);
            out.writeFields();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            value = in.readFields().get("renamed", -1) / 2;
        }
    }

    static class Custom implements Serializable {
        transient int hidden = 11;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(hidden);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            hidden = in.readInt();
        }

        private Object readResolve() {
            hidden++;
            return this;
        }
    }

    public static class External implements Externalizable {
        int value;

        public External() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(value);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            value = in.readInt();
        }
    }

    enum Colour {
        RED,
        GREEN {
            int shade = 2;
        };

        int used;
    }

    record Point(int x, int y, String name) implements Serializable {
        static int made;

        Point {
            made++;
        }
    }

    interface SerialisableSupplier extends Supplier<String>, Serializable {}

    class Inner implements Serializable {
        int value;
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> type : new Class<?>[] {
            Plain.class, Extended.class, Explicit.class, Declares.class, Custom.class, External.class, Colour.class,
            Point.class, SerialisableSupplier.class, Inner.class, Plain[].class, Point[][].class
        }) {
            ObjectStreamClass described = ObjectStreamClass.lookupAny(type);
            System.out.println(described + " " + Arrays.toString(described.getFields()));
        }

        Extended extended = new Extended();
        extended.next = new Plain();
        ((Plain) extended).secretMethod(5);
        External external = new External();
        external.value = 21;
        for (Object object : new Object[] {
            extended, new Explicit(), new Declares(), new Custom(), external, Colour.GREEN, new Point(3, 4, "here"),
            new Point[] {null, new Point(1, 2, null)}
        }) {
            byte[] bytes = write(object);
            System.out.println(object.getClass().getName() + " " + HexFormat.of().formatHex(bytes));
            Object read = read(bytes);
            System.out.println("  again the same: " + Arrays.equals(bytes, write(read)));
        }
        System.out.println("resolved: " + ((Custom) read(write(new Custom()))).hidden);
        System.out.println("declared: " + ((Declares) read(write(new Declares()))).value);

        String captured = "captured";
        SerialisableSupplier lambda = () -> captured + "!";
        System.out.println("lambda: " + ((SerialisableSupplier) read(write(lambda))).get());

        byte[] bytes = write(new Explicit());
        int at = indexOf(bytes, (byte) 77);
        bytes[at] = 78;
        try {
            read(bytes);
        } catch (InvalidClassException expected) {
            System.out.println(expected.getMessage());
        }
    }

    static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    static int indexOf(byte[] bytes, byte wanted) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == wanted && bytes[i - 1] == 0) {
                return i;
            }
        }
        throw new AssertionError();
    }
}
