//@ jars: io.projectreactor:reactor-core:3.7.4 org.reactivestreams:reactive-streams:1.0.4
//@ jars: io.netty:netty-common:4.1.119.Final io.netty:netty-buffer:4.1.119.Final
//@ since: 17
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.HashedWheelTimer;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** Reactor's streams across schedulers; Netty's event loops, timer and counted buffers, which are built on Unsafe. */
public class Reactive {
    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset();
        streams();
        loops();
        buffers();
    }

    private static void streams() {
        List<Integer> squares = Flux.range(1, 200)
                .flatMap(i -> Mono.fromCallable(() -> i * i).subscribeOn(Schedulers.parallel()), 8)
                .collectSortedList()
                .block();
        System.out.println("squares " + squares.size() + " " + squares.get(199));
        long sum = Flux.range(0, 1000).parallel(4).runOn(Schedulers.boundedElastic()).map(i -> (long) i).reduce(Long::sum).block();
        System.out.println("sum " + sum);
        String merged = Flux.merge(
                        Flux.interval(Duration.ofMillis(2)).take(5).map(i -> "a" + i),
                        Flux.interval(Duration.ofMillis(3)).take(5).map(i -> "b" + i))
                .sort()
                .reduce(String::concat)
                .block();
        System.out.println(merged);
        System.out.println(Flux.just("1", "x", "3").map(Integer::parseInt).onErrorResume(e -> Flux.just(-e.getMessage().length())).collectList().block());
        Sinks.Many<Integer> sink = Sinks.many().multicast().onBackpressureBuffer(1000);
        Mono<Integer> total = sink.asFlux().publishOn(Schedulers.single()).reduce(0, Integer::sum).cache();
        total.subscribe();
        for (int i = 0; i < 500; i++) {
            sink.emitNext(i, Sinks.EmitFailureHandler.FAIL_FAST);
        }
        sink.tryEmitComplete();
        System.out.println("total " + total.block());
        try {
            Mono.error(new IllegalStateException("reactive")).subscribeOn(Schedulers.parallel()).block();
        } catch (IllegalStateException expected) {
            System.out.println(expected.getMessage() + " " + expected.getSuppressed().length);
        }
        Schedulers.shutdownNow();
    }

    private static void loops() throws Exception {
        DefaultEventExecutorGroup group = new DefaultEventExecutorGroup(4);
        int[] counts = new int[4];
        List<Promise<Integer>> promises = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int own = i;
            EventExecutor loop = group.next();
            Promise<Integer> promise = loop.newPromise();
            promises.add(promise);
            for (int n = 0; n < 500; n++) {
                boolean last = n == 499;
                loop.execute(() -> {
                    counts[own]++;
                    if (last) {
                        promise.setSuccess(counts[own]);
                    }
                });
            }
        }
        for (Promise<Integer> promise : promises) {
            System.out.println("loop " + promise.get());
        }
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).await();
        HashedWheelTimer timer = new HashedWheelTimer(5, TimeUnit.MILLISECONDS);
        CountDownLatch fired = new CountDownLatch(10);
        for (int i = 0; i < 10; i++) {
            timer.newTimeout(timeout -> fired.countDown(), i, TimeUnit.MILLISECONDS);
        }
        System.out.println("fired " + fired.await(60, TimeUnit.SECONDS) + " left " + timer.stop().size());
    }

    private static void buffers() throws InterruptedException {
        long[] sums = new long[4];
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            int own = i;
            threads[i] = new Thread(() -> {
                for (int n = 0; n < 200; n++) {
                    ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(64 + n);
                    buffer.writeInt(n).writeLong(own).writeCharSequence("text", java.nio.charset.StandardCharsets.UTF_8);
                    ByteBuf slice = buffer.retainedSlice(0, 4);
                    sums[own] += slice.readInt() + buffer.getLong(4);
                    slice.release();
                    buffer.release();
                }
            });
            threads[i].start();
        }
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            System.out.println("buffers " + sums[i]);
        }
        ByteBuf gone = PooledByteBufAllocator.DEFAULT.heapBuffer(8);
        gone.release();
        try {
            gone.writeByte(1);
        } catch (IllegalReferenceCountException expected) {
            System.out.println(expected.getMessage());
        }
    }
}
