//@ since: 17
//@ jars: org.mockito:mockito-core:5.20.0 net.bytebuddy:byte-buddy:1.17.7
//@ jars: net.bytebuddy:byte-buddy-agent:1.17.7 org.objenesis:objenesis:3.3
//@ java: -javaagent:{org.mockito:mockito-core:5.20.0} -Xshare:off -XX:TieredStopAtLevel=1
//@ options: include=Mocks**
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.CALLS_REAL_METHODS;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.mockito.MockedConstruction;
import org.mockito.MockedStatic;
import org.mockito.exceptions.base.MockitoAssertionError;

/** Mockito's inline mocks, for which it retransforms classes of the program and the JDK that are loaded already. */
public class Mocks {
    static final class Closed {
        static int made;
        private int calls;
        volatile int last;

        int twice(int x) {
            calls++;
            last = calls;
            return 2 * x;
        }
    }

    interface Named {
        String name(int i);

        default String both() {
            return name(1) + name(2);
        }
    }

    static class Base {
        int seen;

        int get() {
            return ++seen;                  // race[a] race[a]
        }
    }

    static class Derived extends Base {
        volatile int last;

        @Override
        int get() {
            last = super.get();
            return last;
        }

        synchronized int first(int[] of) {
            of[0]++;
            return of[0];
        }
    }

    record Point(int x, int y) {}

    enum Kind {
        PLAIN,
        ODD {
            @Override
            int number() {
                return 2;
            }
        };

        int number() {
            return 1;
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new Closed().twice(5) + " " + new Derived().get());
        Closed closed = mock(Closed.class);
        when(closed.twice(3)).thenReturn(7);
        System.out.println(closed.twice(3) + " " + closed.twice(4) + " " + new Closed().twice(5));
        Named named = mock(Named.class, CALLS_REAL_METHODS);
        when(named.name(anyInt())).thenAnswer(call -> "n" + call.getArgument(0));
        System.out.println(named.both());
        Derived spied = spy(new Derived());
        doReturn(42).when(spied).first(any());
        System.out.println(spied.get() + " " + spied.get() + " " + spied.first(new int[1]) + " " + spied.seen);
        verify(spied, times(2)).get();
        Point point = mock(Point.class);
        when(point.x()).thenReturn(9);
        System.out.println(point.x() + " " + new Point(1, 2));
        Kind kind = mock(Kind.class);
        when(kind.number()).thenReturn(3);
        System.out.println(kind.number() + " " + Kind.PLAIN.number() + " " + Kind.ODD.number());
        ofTheJdk();
        try (MockedConstruction<Base> made =
                mockConstruction(Base.class, (base, context) -> when(base.get()).thenReturn(5))) {
            System.out.println(new Base().get() + " " + made.constructed().size());
        }
        try {
            verify(closed).twice(99);
        } catch (MockitoAssertionError error) {
            System.out.println(error.getMessage());
        }
        race(new Base());
    }

    private static void ofTheJdk() {
        ArrayList<String> list = spy(new ArrayList<>(List.of("a")));
        list.add("b");
        doReturn(100).when(list).size();
        System.out.println(list.size() + " " + list.get(1));
        try (MockedStatic<UUID> ids = mockStatic(UUID.class)) {
            ids.when(UUID::randomUUID).thenReturn(new UUID(1, 2));
            System.out.println(UUID.randomUUID());
        }
    }

    /** In a class that has been retransformed several times. */
    private static void race(Base base) throws InterruptedException {
        Thread[] threads = {new Thread(base::get), new Thread(base::get)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
