package redflag.runtime;

import java.util.Random;

/** Compares {@link VectorClock} with plain arrays on random operations; prints how many it did. */
final class VectorClockCheck {
    private static final int POOL = 12;

    public static void main(String[] args) {
        long operations = 0;
        int[] sizes = {1, 3, 31, 32, 33, 100, 1024, 1025, 5000, 40_000, Epoch.SLOTS};
        for (int size : sizes) {
            Random random = new Random(size);
            int rounds = size <= 1025 ? 4000 : 200;
            operations += check(size, rounds, random);
        }
        System.out.println("checked " + operations);
    }

    /** A pool of clocks and their models, each operation replacing one of them. */
    private static long check(int size, int rounds, Random random) {
        VectorClock[] clocks = new VectorClock[POOL];
        int[][] models = new int[POOL][size];
        java.util.Arrays.fill(clocks, VectorClock.EMPTY);
        for (int round = 0; round < rounds; round++) {
            int a = random.nextInt(POOL);
            int b = random.nextInt(POOL);
            int into = random.nextInt(POOL);
            if (random.nextInt(3) > 0) {
                int slot = random.nextBoolean() ? random.nextInt(size) : size - 1;
                int clock = models[a][slot] + random.nextInt(3);
                VectorClock changed = clocks[a].with(slot, clock);
                require((changed == clocks[a]) == (clock == models[a][slot]), "with: identity");
                models[into] = models[a].clone();
                models[into][slot] = clock;
                clocks[into] = changed;
            } else {
                VectorClock joined = clocks[a].join(clocks[b]);
                boolean aCovers = leq(models[b], models[a]);
                boolean bCovers = leq(models[a], models[b]);
                require(clocks[b].leq(clocks[a]) == aCovers, "leq");
                require(clocks[a].leq(clocks[b]) == bCovers, "leq");
                require(!aCovers || joined == clocks[a], "join: the first covers the second");
                require(aCovers || !bCovers || joined == clocks[b], "join: the second covers");
                int[] both = models[a].clone();
                for (int i = 0; i < size; i++) {
                    both[i] = Math.max(both[i], models[b][i]);
                }
                models[into] = both;
                clocks[into] = joined;
            }
            compare(clocks[into], models[into]);
            compareAbove(clocks[into], clocks[a], models[into], models[a]);
        }
        return rounds;
    }

    private static void compare(VectorClock clock, int[] model) {
        for (int slot = 0; slot < model.length; slot++) {
            require(clock.get(slot) == model[slot], "get");
        }
        require(clock.get(Epoch.OVERFLOW_SLOT) == 0, "get: beyond the tree");
    }

    private static void compareAbove(VectorClock a, VectorClock b, int[] modelA, int[] modelB) {
        int expected = -1;
        int found = a.firstAbove(b, 0);
        for (int slot = 0; slot < modelA.length; slot++) {
            if (modelA[slot] > modelB[slot]) {
                require(found == slot, "firstAbove");
                found = a.firstAbove(b, slot + 1);
            }
        }
        require(found == expected, "firstAbove: the end");
    }

    private static boolean leq(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] > b[i]) {
                return false;
            }
        }
        return true;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
