package kernels;

import java.util.Random;
import measured.Measured;

/**
 * Encrypts and decrypts SIZE bytes with the block cipher IDEA, {@value #PASSES} times over. The array is divided
 * among the threads in runs of whole 8-byte blocks; every thread reads the one shared key. Encryption and decryption
 * each start and join their own threads.
 *
 * <p>After {@code crypt} of the Java Grande multithreaded suite (section 2); the cipher is that of Lai and Massey
 * ("A Proposal for a New Block Encryption Standard", 1990), with their low-high multiplication modulo 65537. Every
 * array element is accessed once or twice in a pass, and each pass has new threads: hardly a check finds its own epoch.
 *
 * <p>Races: none. The threads write disjoint elements and are joined; the key is only read.
 */
final class Crypt implements Measured.Program {
    private static final int QUICK = 6_000_000;
    private static final int FULL = 27_000_000;

    private static final int PASSES = 6;
    private static final int ROUNDS = 8;
    private static final int KEYS = 6 * ROUNDS + 4;

    private final byte[] plain;
    private final byte[] secret;
    private final byte[] decrypted;
    private final int[] encryptionKeys;
    private final int[] decryptionKeys;
    private final int threads;

    private Crypt(int size, int threads) {
        int whole = (size + 7) / 8 * 8;
        this.plain = new byte[whole];
        this.secret = new byte[whole];
        this.decrypted = new byte[whole];
        this.threads = threads;
        Random random = new Random(136506717L);
        random.nextBytes(plain);
        int[] userKey = new int[8];
        for (int i = 0; i < 8; i++) {
            userKey[i] = random.nextInt(0x10000);
        }
        this.encryptionKeys = encryptionKeys(userKey);
        this.decryptionKeys = decryptionKeys(encryptionKeys);
    }

    public static void main(String[] args) throws InterruptedException {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        checkCipher();
        measured.run(new Crypt(measured.size, measured.threads));
        measured.done();
    }

    @Override
    public void prepare() {
        java.util.Arrays.fill(decrypted, (byte) 0);
    }

    @Override
    public void run() throws InterruptedException {
        for (int pass = 0; pass < PASSES; pass++) {
            inBlocks(plain, secret, encryptionKeys);
            inBlocks(secret, decrypted, decryptionKeys);
        }
    }

    @Override
    public void check() {
        int same = 0;
        for (int i = 0; i < plain.length; i++) {
            if (plain[i] != decrypted[i]) {
                Measured.fail("byte " + i + " was decrypted to something else");
            }
            same += plain[i] == secret[i] ? 1 : 0;
        }
        // One in 256 by chance.
        if (same > plain.length / 64 + 16) {
            Measured.fail(same + " bytes were not changed by encryption");
        }
    }

    private void inBlocks(byte[] from, byte[] to, int[] keys) throws InterruptedException {
        Runnable[] workers = new Runnable[threads];
        int blocks = from.length / 8;
        int share = (blocks + threads - 1) / threads;
        for (int id = 0; id < threads; id++) {
            int first = Math.min(id * share, blocks);
            workers[id] = new Worker(from, to, keys, 8 * first, 8 * Math.min(first + share, blocks));
        }
        Measured.inThreads(workers);
    }

    private static final class Worker implements Runnable {
        private final byte[] from;
        private final byte[] to;
        private final int[] keys;
        private final int begin;
        private final int end;

        Worker(byte[] from, byte[] to, int[] keys, int begin, int end) {
            this.from = from;
            this.to = to;
            this.keys = keys;
            this.begin = begin;
            this.end = end;
        }

        @Override
        public void run() {
            cipher(from, to, keys, begin, end);
        }
    }

    /** IDEA over the blocks of {@code from[begin..end)}; which direction it is, is in the keys. */
    private static void cipher(byte[] from, byte[] to, int[] keys, int begin, int end) {
        for (int at = begin; at < end; at += 8) {
            int a = (from[at] & 0xff) << 8 | from[at + 1] & 0xff;
            int b = (from[at + 2] & 0xff) << 8 | from[at + 3] & 0xff;
            int c = (from[at + 4] & 0xff) << 8 | from[at + 5] & 0xff;
            int d = (from[at + 6] & 0xff) << 8 | from[at + 7] & 0xff;
            int key = 0;
            for (int round = 0; round < ROUNDS; round++) {
                a = times(a, keys[key++]);
                b = b + keys[key++] & 0xffff;
                c = c + keys[key++] & 0xffff;
                d = times(d, keys[key++]);
                int e = times(a ^ c, keys[key++]);
                int f = times((b ^ d) + e & 0xffff, keys[key++]);
                e = e + f & 0xffff;
                a ^= f;
                d ^= e;
                int swapped = b ^ e;
                b = c ^ f;
                c = swapped;
            }
            // The last round's swap is undone.
            int y0 = times(a, keys[key++]);
            int y1 = c + keys[key++] & 0xffff;
            int y2 = b + keys[key++] & 0xffff;
            int y3 = times(d, keys[key]);
            to[at] = (byte) (y0 >> 8);
            to[at + 1] = (byte) y0;
            to[at + 2] = (byte) (y1 >> 8);
            to[at + 3] = (byte) y1;
            to[at + 4] = (byte) (y2 >> 8);
            to[at + 5] = (byte) y2;
            to[at + 6] = (byte) (y3 >> 8);
            to[at + 7] = (byte) y3;
        }
    }

    /** Multiplication modulo 65537, where 0 stands for 65536. */
    private static int times(int a, int b) {
        if (a == 0) {
            return 0x10001 - b & 0xffff;
        }
        if (b == 0) {
            return 0x10001 - a & 0xffff;
        }
        int product = a * b;
        int low = product & 0xffff;
        int high = product >>> 16;
        return low - high + (low < high ? 1 : 0) & 0xffff;
    }

    /** The inverse for {@link #times}, by Euclid. */
    private static int inverse(int a) {
        if (a <= 1) {
            return a;
        }
        int previous = 0x10001;
        int remainder = a;
        int t0 = 0;
        int t1 = 1;
        while (remainder != 1) {
            int quotient = previous / remainder;
            int next = previous % remainder;
            previous = remainder;
            remainder = next;
            int t2 = t0 - quotient * t1;
            t0 = t1;
            t1 = t2;
        }
        return (t1 < 0 ? t1 + 0x10001 : t1) & 0xffff;
    }

    /** The 128-bit user key, then the same rotated left by 25 bits, and so on, cut into words of 16 bits. */
    private static int[] encryptionKeys(int[] userKey) {
        int[] keys = new int[KEYS];
        for (int i = 0; i < KEYS; i++) {
            int firstBit = (i / 8 * 25 + i % 8 * 16) % 128;
            int word = firstBit / 16;
            int pair = userKey[word] << 16 | userKey[(word + 1) % 8];
            keys[i] = pair >>> 16 - firstBit % 16 & 0xffff;
        }
        return keys;
    }

    /** The keys that undo the rounds, last one first. The additive pair is swapped except at both ends. */
    private static int[] decryptionKeys(int[] keys) {
        int[] undo = new int[KEYS];
        for (int round = 0; round <= ROUNDS; round++) {
            int from = 6 * (ROUNDS - round);
            int to = 6 * round;
            boolean atEnd = round == 0 || round == ROUNDS;
            undo[to] = inverse(keys[from]);
            undo[to + 1] = -keys[from + (atEnd ? 1 : 2)] & 0xffff;
            undo[to + 2] = -keys[from + (atEnd ? 2 : 1)] & 0xffff;
            undo[to + 3] = inverse(keys[from + 3]);
            if (round < ROUNDS) {
                undo[to + 4] = keys[from - 2];
                undo[to + 5] = keys[from - 1];
            }
        }
        return undo;
    }

    /** The test vector that is published with the cipher: key 1..8, text 0..3. */
    private static void checkCipher() {
        byte[] text = {0, 0, 0, 1, 0, 2, 0, 3};
        byte[] known = {0x11, (byte) 0xfb, (byte) 0xed, 0x2b, 0x01, (byte) 0x98, 0x6d, (byte) 0xe5};
        byte[] out = new byte[8];
        cipher(text, out, encryptionKeys(new int[] {1, 2, 3, 4, 5, 6, 7, 8}), 0, 8);
        if (!java.util.Arrays.equals(out, known)) {
            Measured.fail("the cipher is not IDEA");
        }
    }
}
