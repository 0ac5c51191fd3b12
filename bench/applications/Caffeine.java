package applications;

import com.github.benmanes.caffeine.cache.LoadingCache;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import measured.Measured;

/**
 * A bounded cache of Caffeine under SIZE thousand operations: reads that load what is missing, new values, removals. Few
 * keys are asked for often; most are evicted before they are asked for again.
 */
public final class Caffeine extends Driver {
    private static final int QUICK = 400;
    private static final int FULL = 2000;

    private static final int KEYS = 20_000;
    private static final int CAPACITY = 2000;

    private final AtomicLong loads = new AtomicLong();
    private long loadsBefore;
    private LoadingCache<Integer, String> cache;
    private final long[] reads;

    private Caffeine(Measured measured) {
        super(measured);
        reads = new long[threads];
    }

    public static void main(String[] args) throws Exception {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        new Caffeine(measured).measure(measured);
    }

    @Override
    void begin() {
        loadsBefore = loads.get();
        cache = com.github.benmanes.caffeine.cache.Caffeine.newBuilder().maximumSize(CAPACITY).recordStats().build(key -> {
            loads.incrementAndGet();
            return value(key);
        });
    }

    private static String value(int key) {
        return "value " + key * 31L;
    }

    @Override
    void work(int worker) {
        long done = 0;
        for (int i = worker; i < size; i += threads) {
            Random random = new Random(i);
            for (int j = 0; j < 1000; j++) {
                int key = (int) (KEYS * Math.pow(random.nextDouble(), 4));
                int percent = random.nextInt(100);
                if (percent < 90) {
                    require("the value of", key, cache.get(key), value(key));
                    done++;
                } else if (percent < 96) {
                    cache.put(key, value(key));
                } else if (percent < 99) {
                    cache.asMap().computeIfPresent(key, (same, old) -> old);
                } else {
                    cache.invalidate(key);
                }
            }
        }
        reads[worker] = done;
    }

    @Override
    void verify() {
        cache.cleanUp();
        long total = 0;
        for (long done : reads) {
            total += done;
        }
        long loaded = loads.get() - loadsBefore;
        // Computing counts as loading, too.
        require("all loads were counted", cache.stats().loadSuccessCount() >= loaded, true);
        require("all reads were counted", cache.stats().requestCount() >= total, true);
        require("it is full and not more", cache.asMap().size() <= CAPACITY && cache.asMap().size() > CAPACITY / 2, true);
        cache.asMap().forEach((key, value) -> require("the value of", key, value, value(key)));
    }
}
