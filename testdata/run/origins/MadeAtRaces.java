//@ run: run
package origins;

import harness.Schedule;

/**
 * A report names the line of the {@code new} that made the object: of two lines the right one, also
 * for a subclass, and where the constructor's arguments branch or make objects themselves.
 */
class MadeAtRaces {
    static class Cell {
        int value;
        Cell next;

        Cell(int value, Cell next) {
            this.value = value;
            this.next = next;
        }
    }

    static final class SpecialCell extends Cell {
        long more;

        SpecialCell(Cell next) {
            this(0, next);
        }

        private SpecialCell(int value, Cell next) {
            super(value, next);
        }
    }

    enum Level {
        LOW, HIGH;                                              // made[f]

        int uses;
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        boolean some = args.length > 0;
        Cell first = new Cell(0, null);                         // made[a]
        Cell second = new Cell(some ? 1 : 2, some ? first       // made[b]
                : new Cell(args.length, null));                 // made[c]
        SpecialCell special = new SpecialCell(                  // made[d] made[e]
                first);
        Thread writer = new Thread(() -> {
            first.value = 1;                                    // race[a]
            second.value = 1;                                   // race[b]
            second.next.value = 1;                              // race[c]
            special.value = 1;                                  // race[d]
            special.more = 1;                                   // race[e]
            Level.HIGH.uses = 1;                                // race[f]
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        int seen = first.value;                                 // race[a]
        seen += second.value;                                   // race[b]
        seen += second.next.value;                              // race[c]
        seen += special.value;                                  // race[d]
        seen += special.more;                                   // race[e]
        seen += Level.HIGH.uses;                                // race[f]
        writer.join();
    }
}
