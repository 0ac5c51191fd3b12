//@ run: run
package spans;

import harness.Schedule;

/** Elements of every kind but int, which the others show. */
class KindsRaces {
    static void fill(long[] data, int count) {
        for (int i = 0; i < count; i++) {
            data[i] = 1;                    // race[a]
        }
    }

    static void fill(double[] data, int count) {
        for (int i = 0; i < count; i++) {
            data[i] = 1;                    // race[b]
        }
    }

    static void fill(float[] data, int count) {
        for (int i = 0; i < count; i++) {
            data[i] = 1;                    // race[c]
        }
    }

    static void fill(byte[] data, int count) {
        for (int i = 0; i < count; i++) {
            data[i] = 1;                    // race[d]
        }
    }

    static void fill(short[] data, int count) {
        for (int i = 0; i < count; i++) {
            data[i] = 1;                    // race[e]
        }
    }

    static void fill(char[] data, int count) {
        for (int i = 0; i < count; i++) {
            data[i] = 'a';                  // race[f]
        }
    }

    static void fill(boolean[] data, int count) {
        for (int i = 0; i < count; i++) {
            data[i] = true;                 // race[g]
        }
    }

    public static void main(String[] args) throws Exception {
        Schedule.begin();
        long[] longs = new long[8];
        double[] doubles = new double[8];
        float[] floats = new float[8];
        byte[] bytes = new byte[8];
        short[] shorts = new short[8];
        char[] chars = new char[8];
        boolean[] booleans = new boolean[8];
        Thread writer = new Thread(() -> {
            fill(longs, 4);
            fill(doubles, 4);
            fill(floats, 4);
            fill(bytes, 4);
            fill(shorts, 4);
            fill(chars, 4);
            fill(booleans, 4);
            Schedule.step(1);
        });
        writer.start();
        Schedule.await(1);
        long seenLong = longs[3];           // race[a]
        seenLong = longs[4];
        double seenDouble = doubles[3];     // race[b]
        seenDouble = doubles[4];
        float seenFloat = floats[3];        // race[c]
        seenFloat = floats[4];
        byte seenByte = bytes[3];           // race[d]
        seenByte = bytes[4];
        short seenShort = shorts[3];        // race[e]
        seenShort = shorts[4];
        char seenChar = chars[3];           // race[f]
        seenChar = chars[4];
        boolean seenBoolean = booleans[3];  // race[g]
        seenBoolean = booleans[4];
        writer.join();
    }
}
