//@ watch: heap
//@ args: 600
//@ short: 12
//@ java: -XX:+UseSerialGC -Xmx512m
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A server under load for so many seconds: sessions that expire, a cache that evicts, connections that come and go, workers
 * that are replaced. What it holds is bounded, so what is held for it must be too. Prints its memory thirty times.
 */
public class Server {
    private static final int CLIENTS = 8;
    private static final int SAMPLES = 30;
    private static final int WARM = 10_000;
    private static final int MAX_SESSIONS = 500;
    private static final int MAX_CACHED = 300;

    static volatile boolean stopping;
    static final AtomicLong requests = new AtomicLong();
    static final AtomicLong answers = new AtomicLong();

    static final class Session {
        final String name;
        int visits;
        long lastUsed;
        final int[] history = new int[32];

        Session(String name) {
            this.name = name;
        }

        synchronized int visit(long now) {
            history[visits % history.length] = visits;
            lastUsed = now;
            return ++visits;
        }
    }

    static final class Sessions {
        private final ConcurrentHashMap<String, Session> byName = new ConcurrentHashMap<>();
        private final Deque<String> order = new ArrayDeque<>();

        Session get(String name) {
            return byName.computeIfAbsent(name, missing -> {
                Session session = new Session(missing);
                synchronized (order) {
                    order.addLast(missing);
                }
                return session;
            });
        }

        /** Outside of computeIfAbsent, which must not change other entries. */
        void expire() {
            while (true) {
                String oldest;
                synchronized (order) {
                    if (order.size() <= MAX_SESSIONS) {
                        return;
                    }
                    oldest = order.removeFirst();
                }
                byName.remove(oldest);
            }
        }
    }

    static final class Cache {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Map<Integer, byte[]> entries = new LinkedHashMap<>();
        private long misses;

        byte[] get(int key) {
            lock.readLock().lock();
            try {
                byte[] found = entries.get(key);
                if (found != null) {
                    return found;
                }
            } finally {
                lock.readLock().unlock();
            }
            byte[] made = new byte[512];
            for (int i = 0; i < made.length; i++) {
                made[i] = (byte) ('a' + (key + i) % 26);
            }
            lock.writeLock().lock();
            try {
                misses++;
                entries.put(key, made);
                if (entries.size() > MAX_CACHED) {
                    entries.remove(entries.keySet().iterator().next());
                }
            } finally {
                lock.writeLock().unlock();
            }
            return made;
        }
    }

    static final Sessions sessions = new Sessions();
    static final Cache cache = new Cache();

    public static void main(String[] args) throws Exception {
        long seconds = Long.parseLong(args[0]);
        // Workers live shortly, so that threads come and go as well.
        ThreadPoolExecutor workers = new ThreadPoolExecutor(
                1, CLIENTS * 2, 50, TimeUnit.MILLISECONDS, new ArrayBlockingQueue<>(CLIENTS), new ThreadPoolExecutor.CallerRunsPolicy());
        workers.allowCoreThreadTimeOut(true);
        ServerSocket listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        Thread accepting = new Thread(() -> {
            // Until it is closed: who has connected before the end wants an answer.
            while (true) {
                try {
                    Socket socket = listening.accept();
                    workers.execute(() -> serve(socket));
                } catch (IOException closed) {
                    return;
                }
            }
        }, "accepting");
        accepting.start();
        Thread[] clients = new Thread[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            int own = i;
            clients[i] = new Thread(() -> ask(listening.getLocalPort(), own), "client-" + i);
            clients[i].start();
        }
        // However busy the machine is: sessions and cache are full, and the code has been compiled.
        while (requests.get() < WARM) {
            Thread.sleep(10);
        }
        for (int i = 0; i < SAMPLES; i++) {
            Thread.sleep(seconds * 1000 / SAMPLES);
            sample();
        }
        stopping = true;
        for (Thread client : clients) {
            client.join();
        }
        listening.close();
        accepting.join();
        workers.shutdown();
        workers.awaitTermination(60, TimeUnit.SECONDS);
        System.out.println("requests " + requests + " answers " + answers);
        if (requests.get() == 0 || requests.get() != answers.get()) {
            System.exit(1);
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            OutputStream out = socket.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                int visit = sessions.get(words[0]).visit(System.nanoTime());
                sessions.expire();
                byte[] body = cache.get(Integer.parseInt(words[1]));
                requests.incrementAndGet();
                out.write((visit + " " + new String(body, StandardCharsets.US_ASCII) + "\n").getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
    }

    private static void ask(int port, int own) {
        long number = own;
        while (!stopping) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                OutputStream out = socket.getOutputStream();
                for (int i = 0; i < 20; i++) {
                    number += CLIENTS;
                    out.write(("session" + number % 5000 + " " + number * 31 % 1000 + "\n").getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                    String answer = in.readLine();
                    if (answer == null || answer.length() < 514) {
                        throw new IllegalStateException("answer " + answer);
                    }
                    answers.incrementAndGet();
                }
            } catch (IOException problem) {
                throw new IllegalStateException(problem);
            }
        }
    }

    /** The least that is in use after one of several collections: what dies is not dropped at once. */
    private static void sample() throws IOException, InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
            Thread.sleep(20);
        }
        System.out.println("heap " + least / 1024);
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                System.out.println("resident " + line.replaceAll("[^0-9]", ""));
            }
        }
    }
}
