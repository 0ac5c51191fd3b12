//@ run: run
package origins;

import harness.Schedule;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.function.Supplier;

/**
 * No place is named for what reflection, serialisation or a method reference has made, for a clone and
 * for what could be one, and for an object whose constructor has not returned. Statics were not made.
 */
class NotMadeByNewRaces {
    static class Plain implements Serializable {
        int value;
    }

    static class Copied implements Cloneable {
        int value;

        Copied copy() throws CloneNotSupportedException {
            return (Copied) clone();
        }
    }

    static class Escaping {
        static Escaping known;

        int value;
        final boolean seen;

        Escaping() {
            known = this;                                                   // race[known]
            Schedule.step(1);
            Schedule.await(2);
            seen = value == 1;                                              // race[e]
        }
    }

    static int count;

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        Plain made = new Plain();                                           // made[a]
        Plain reflected = Plain.class.getDeclaredConstructor().newInstance();
        Supplier<Plain> maker = Plain::new;
        Plain referred = maker.get();
        Plain read = reread(made);
        Copied original = new Copied();
        Copied clone = original.copy();
        Thread writer = new Thread(() -> {
            Schedule.await(1);
            made.value = 1;                                                 // race[a]
            reflected.value = 1;                                            // race[b]
            read.value = 1;                                                 // race[c]
            clone.value = 1;                                                // race[d]
            Escaping.known.value = 1;                                       // race[e] race[known]
            referred.value = 1;                                             // race[f]
            original.value = 1;                                             // race[g]
            count = 1;                                                      // race[h]
            Schedule.step(2);
        });
        writer.start();
        new Escaping();
        int seen = made.value;                                              // race[a]
        seen += reflected.value;                                            // race[b]
        seen += read.value;                                                 // race[c]
        seen += clone.value;                                                // race[d]
        seen += referred.value;                                             // race[f]
        seen += original.value;                                             // race[g]
        seen += count;                                                      // race[h]
        writer.join();
    }

    private static Plain reread(Plain made) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(made);
        }
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (Plain) in.readObject();
        }
    }
}
