package applications;

import java.util.concurrent.CountDownLatch;
import measured.Measured;
import kotlin.ResultKt;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlin.coroutines.jvm.internal.SuspendLambda;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelIterator;
import kotlinx.coroutines.channels.ChannelKt;
import kotlinx.coroutines.sync.Mutex;
import kotlinx.coroutines.sync.MutexKt;

/**
 * Kotlin's coroutines: SIZE numbers go through a channel to a crowd of coroutines, and what these compute through a second
 * channel to one that adds up. The coroutines are written as the Kotlin compiler would make them, one state for each place
 * where they may be suspended, and move between the threads of the default dispatcher, one for each worker.
 */
public final class Coroutines extends Driver {
    private static final int QUICK = 150_000;
    private static final int FULL = 1_000_000;

    private static final int CROWD = 20;

    private Channel<Integer> numbers;
    private Channel<Integer> lengths;
    private final Mutex mutex = MutexKt.Mutex(false);
    /** Guarded by {@link #mutex}. */
    private long longest;
    /** Written by the coroutine that adds up before it counts {@link #done} down. */
    private long sum;
    private CountDownLatch done;

    private Coroutines(Measured measured) {
        super(measured);
    }

    public static void main(String[] args) throws Exception {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        for (String bound : new String[] {"core", "max"}) {
            System.setProperty("kotlinx.coroutines.scheduler." + bound + ".pool.size", String.valueOf(Math.max(2, measured.threads)));
        }
        new Coroutines(measured).measure(measured);
    }

    @Override
    void begin() {
        longest = 0;
        done = new CountDownLatch(1);
        numbers = ChannelKt.Channel(64, BufferOverflow.SUSPEND, null);
        lengths = ChannelKt.Channel(64, BufferOverflow.SUSPEND, null);
        launch(new Adding(null));
        for (int i = 0; i < CROWD; i++) {
            launch(new Computing(null));
        }
    }

    private static void launch(Function2<CoroutineScope, Continuation<? super Unit>, Object> coroutine) {
        BuildersKt.launch(GlobalScope.INSTANCE, Dispatchers.getDefault(), CoroutineStart.DEFAULT, coroutine);
    }

    @Override
    void work(int worker) throws InterruptedException {
        BuildersKt.runBlocking(EmptyCoroutineContext.INSTANCE, new Sending(worker, null));
        if (worker == 0) {
            done.await();
        }
    }

    @Override
    void verify() {
        numbers.close(null);
        lengths.close(null);
        long expectedSum = 0;
        int expectedLongest = 0;
        for (int i = 1; i <= size; i++) {
            int length = length(i);
            expectedSum += length;
            expectedLongest = Math.max(expectedLongest, length);
        }
        require("the sum of all lengths", sum, expectedSum);
        require("the greatest length", longest, (long) expectedLongest);
    }

    /** Of Collatz's sequence from a number to 1. */
    private static int length(long number) {
        int length = 0;
        for (long n = number; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) {
            length++;
        }
        return length;
    }

    /** What all three have in common with a compiled lambda that can be suspended. */
    private abstract static class Suspending extends SuspendLambda implements Function2<CoroutineScope, Continuation<? super Unit>, Object> {
        static final Object SUSPENDED = IntrinsicsKt.getCOROUTINE_SUSPENDED();

        /** Where to go on. */
        int state;

        @SuppressWarnings("unchecked")
        Suspending(Continuation<?> completion) {
            super(2, (Continuation<Object>) completion);
        }

        abstract Suspending again(Continuation<?> completion);

        @Override
        @SuppressWarnings("unchecked")
        public final Continuation<Unit> create(Object value, Continuation<?> completion) {
            return (Continuation<Unit>) (Continuation<?>) again(completion);
        }

        @Override
        public final Object invoke(CoroutineScope scope, Continuation<? super Unit> completion) {
            return again(completion).invokeSuspend(Unit.INSTANCE);
        }

        /** Goes on with the answer of what it was suspended in. */
        abstract Object resume(Object answer);

        @Override
        protected final Object invokeSuspend(Object result) {
            ResultKt.throwOnFailure(result);
            return resume(result);
        }
    }

    /** {@code for (i in worker until size step threads) numbers.send(i + 1)}. */
    private final class Sending extends Suspending {
        private final int worker;
        private int next;

        Sending(int worker, Continuation<?> completion) {
            super(completion);
            this.worker = worker;
            this.next = worker;
        }

        @Override
        Suspending again(Continuation<?> completion) {
            return new Sending(worker, completion);
        }

        @Override
        @SuppressWarnings("unchecked")
        Object resume(Object answer) {
            while (next < size) {
                int number = next + 1;
                next += threads;
                if (numbers.send(number, (Continuation<? super Unit>) (Continuation<?>) this) == SUSPENDED) {
                    return SUSPENDED;
                }
            }
            return Unit.INSTANCE;
        }
    }

    /** {@code for (n in numbers) { val l = length(n); mutex.withLock { longest = max(longest, l) }; lengths.send(l) }}. */
    private final class Computing extends Suspending {
        private final ChannelIterator<Integer> iterator = numbers.iterator();
        private int length;

        Computing(Continuation<?> completion) {
            super(completion);
        }

        @Override
        Suspending again(Continuation<?> completion) {
            return new Computing(completion);
        }

        @Override
        @SuppressWarnings("unchecked")
        Object resume(Object resumed) {
            Object answer = resumed;
            while (true) {
                switch (state) {
                    case 0 -> {
                        state = 1;
                        answer = iterator.hasNext((Continuation<? super Boolean>) (Continuation<?>) this);
                    }
                    case 1 -> {
                        if (!(Boolean) answer) {
                            return Unit.INSTANCE;
                        }
                        length = length(iterator.next());
                        state = 2;
                        answer = mutex.lock(null, (Continuation<? super Unit>) (Continuation<?>) this);
                    }
                    case 2 -> {
                        longest = Math.max(longest, length);
                        mutex.unlock(null);
                        state = 0;
                        answer = lengths.send(length, (Continuation<? super Unit>) (Continuation<?>) this);
                    }
                    default -> throw new IllegalStateException("state " + state);
                }
                if (answer == SUSPENDED) {
                    return SUSPENDED;
                }
            }
        }
    }

    /** {@code repeat(size) { sum += lengths.receive() }}. */
    private final class Adding extends Suspending {
        private int received;
        private long total;

        Adding(Continuation<?> completion) {
            super(completion);
        }

        @Override
        Suspending again(Continuation<?> completion) {
            return new Adding(completion);
        }

        @Override
        @SuppressWarnings("unchecked")
        Object resume(Object resumed) {
            Object answer = resumed;
            while (true) {
                if (state == 1) {
                    total += (Integer) answer;
                    received++;
                }
                if (received == size) {
                    sum = total;
                    done.countDown();
                    return Unit.INSTANCE;
                }
                state = 1;
                answer = lengths.receive((Continuation<? super Integer>) (Continuation<?>) this);
                if (answer == SUSPENDED) {
                    return SUSPENDED;
                }
            }
        }
    }
}
