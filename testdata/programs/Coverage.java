//@ jars: org.jacoco:org.jacoco.agent:0.8.14:runtime
//@ java: -javaagent:{org.jacoco:org.jacoco.agent:0.8.14:runtime}=output=none -Xshare:off -XX:TieredStopAtLevel=1
//@ agent: first last
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Member;
import java.util.Arrays;
import java.util.TreeSet;
import org.jacoco.agent.rt.RT;

/**
 * JaCoCo's agent at the same time: it finds the classes as they were compiled, counts what was covered, and the probes
 * that its threads share are no races of the program's.
 */
public class Coverage {
    static int racing;
    static int guarded;
    static volatile int last;
    final boolean[] flags = new boolean[3];

    interface Shape {
        double area();

        default boolean isLarge() {
            return area() > 10;
        }
    }

    record Square(double side) implements Shape {
        @Override
        public double area() {
            return side * side;
        }
    }

    enum Way { IN, OUT }

    public static void main(String[] args) throws Exception {
        Coverage coverage = new Coverage();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> coverage.work());
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(guarded + " " + last + " " + new Square(4).isLarge() + " " + way(3));
        members(Coverage.class.getDeclaredFields());
        members(Coverage.class.getDeclaredMethods());
        members(Shape.class.getDeclaredMethods());
        print(RT.getAgent().getExecutionData(false));
    }

    void work() {
        for (int i = 0; i < 100; i++) {
            count(i);
        }
        racing = 1;                         // race[a] race[a]
        flags[1] = true;                    // race[b] race[b]
    }

    static synchronized void count(int i) {
        if (i % 2 == 0) {
            guarded += 1;
        } else if (i < 0) {
            guarded -= 1;
        }
        last = guarded;
    }

    static Way way(int n) {
        switch (n) {
            case 1:
                return Way.IN;
            default:
                return Way.OUT;
        }
    }

    static void members(Member[] members) {
        TreeSet<String> names = new TreeSet<>();
        Arrays.stream(members).forEach(member -> names.add(member.toString()));
        System.out.println(names);
    }

    /** What was covered, of which classes: JaCoCo names one by a checksum of the file that it was shown. */
    static void print(byte[] recorded) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(recorded));
        TreeSet<String> classes = new TreeSet<>();
        for (int kind = in.read(); kind >= 0; kind = in.read()) {
            if (kind == 0x01) {
                in.readInt();
            } else if (kind == 0x10) {
                in.readUTF();
                in.skipBytes(16);
            } else {
                String checksum = Long.toHexString(in.readLong());
                String name = in.readUTF();
                int probes = length(in);
                StringBuilder bits = new StringBuilder();
                for (int i = 0; i < (probes + 7) / 8; i++) {
                    bits.append(String.format("%02x", in.readByte()));
                }
                classes.add(name + " " + checksum + ", " + probes + " probes: " + bits);
            }
        }
        classes.forEach(System.out::println);
    }

    static int length(DataInputStream in) throws IOException {
        int low = in.readByte() & 0xff;
        return low < 0x80 ? low : (low & 0x7f) | length(in) << 7;
    }
}
