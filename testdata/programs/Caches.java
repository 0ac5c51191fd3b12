//@ jars: com.github.ben-manes.caffeine:caffeine:3.2.0 com.google.guava:guava:33.4.0-jre com.google.guava:failureaccess:1.0.2
//@ since: 17
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Multisets;
import com.google.common.collect.TreeMultimap;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import com.google.common.hash.Hashing;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.Striped;
import com.google.common.util.concurrent.UncheckedExecutionException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

/** Caffeine's and Guava's caches, loaded by many threads; Guava's futures, striped locks, multisets and event bus. */
public class Caches {
    private static final int THREADS = 6;
    private static final int KEYS = 200;

    record Key(String name, int number) {}

    static class Listener {
        int events;

        @Subscribe
        public void on(Key key) {
            events++;
        }
    }

    public static void main(String[] args) throws Exception {
        caffeine();
        guava();
        futures();
        collections();
    }

    private static void caffeine() throws Exception {
        AtomicInteger loads = new AtomicInteger();
        LoadingCache<Key, String> cache = Caffeine.newBuilder().recordStats().build(key -> {
            loads.incrementAndGet();
            if (key.number() < 0) {
                throw new IllegalArgumentException("negative " + key.number());
            }
            return key.name() + key.number() * key.number();
        });
        long sum = together(() -> {
            long length = 0;
            for (int i = 0; i < KEYS * 5; i++) {
                length += cache.get(new Key("key", i % KEYS)).length();
            }
            return length;
        });
        System.out.println("caffeine " + sum + " loads " + loads + " misses " + cache.stats().missCount() + " size " + cache.estimatedSize());
        Map<RemovalCause, Integer> removed = new ConcurrentHashMap<>();
        var bounded = Caffeine.newBuilder().maximumSize(50).executor(Runnable::run)
                .<Integer, int[]>removalListener((key, value, cause) -> removed.merge(cause, 1, Integer::sum))
                .build();
        together(() -> {
            for (int i = 0; i < 500; i++) {
                bounded.asMap().computeIfAbsent(i % 100, key -> new int[] {key});
            }
            return 0;
        });
        bounded.cleanUp();
        System.out.println("bounded " + bounded.estimatedSize() + " evicted " + (removed.get(RemovalCause.SIZE) > 0));
        try {
            cache.get(new Key("bad", -1));
        } catch (IllegalArgumentException expected) {
            System.out.println(expected.getMessage());
        }
    }

    private static void guava() throws Exception {
        AtomicInteger loads = new AtomicInteger();
        com.google.common.cache.LoadingCache<Integer, List<Integer>> cache = CacheBuilder.newBuilder().concurrencyLevel(4).build(new CacheLoader<>() {
            @Override
            public List<Integer> load(Integer key) {
                loads.incrementAndGet();
                if (key > 1000) {
                    throw new IllegalStateException("too large");
                }
                return List.of(key, key * 2);
            }
        });
        long sum = together(() -> {
            long total = 0;
            for (int i = 0; i < KEYS * 5; i++) {
                total += cache.getUnchecked(i % KEYS).get(1);
            }
            return total;
        });
        System.out.println("guava " + sum + " loads " + loads + " size " + cache.size());
        try {
            cache.getUnchecked(2000);
        } catch (UncheckedExecutionException expected) {
            System.out.println(expected.getMessage());
        }
        Striped<Lock> locks = Striped.lock(8);
        int[] counters = new int[32];
        together(() -> {
            for (int i = 0; i < 2000; i++) {
                Lock lock = locks.get(i % counters.length);
                lock.lock();
                try {
                    counters[i % counters.length]++;
                } finally {
                    lock.unlock();
                }
            }
            return 0;
        });
        System.out.println("striped " + counters[0] + " " + counters[31]);
    }

    private static void futures() throws Exception {
        ListeningExecutorService workers = MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(3));
        List<ListenableFuture<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int own = i;
            parts.add(workers.submit(() -> own * own));
        }
        ListenableFuture<Integer> sum = Futures.transform(Futures.allAsList(parts), all -> all.stream().mapToInt(i -> i).sum(), workers);
        System.out.println("sum " + sum.get());
        ListenableFuture<Integer> failing = workers.submit(() -> Integer.parseInt("none"));
        System.out.println("recovered " + Futures.catching(failing, NumberFormatException.class, e -> e.getMessage().length(), workers).get());
        workers.shutdown();
    }

    private static void collections() throws Exception {
        ConcurrentHashMultiset<String> words = ConcurrentHashMultiset.create();
        together(() -> {
            for (int i = 0; i < 300; i++) {
                words.add("word" + i % 7);
            }
            return 0;
        });
        TreeMultimap<Integer, String> byCount = TreeMultimap.create();
        Multisets.copyHighestCountFirst(words).entrySet().forEach(entry -> byCount.put(entry.getCount(), entry.getElement()));
        System.out.println(byCount + " " + ImmutableSortedMap.of("b", 2, "a", 1));
        System.out.println(Hashing.murmur3_128(7).hashString("text", StandardCharsets.UTF_8) + " " + Hashing.crc32c().hashInt(5));
        EventBus bus = new EventBus();
        Listener listener = new Listener();
        bus.register(listener);
        for (int i = 0; i < 5; i++) {
            bus.post(new Key("event", i));
        }
        System.out.println("events " + listener.events);
    }

    interface Work {
        long run() throws Exception;
    }

    /** The sum of what the same work gives in several threads that start at once. */
    private static long together(Work work) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        long[] results = new long[THREADS];
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int own = i;
            threads[i] = new Thread(() -> {
                try {
                    start.await();
                    results[own] = work.run();
                } catch (Exception unexpected) {
                    throw new AssertionError(unexpected);
                }
            });
            threads[i].start();
        }
        start.countDown();
        long sum = 0;
        for (int i = 0; i < THREADS; i++) {
            threads[i].join();
            sum += results[i];
        }
        return sum;
    }
}
