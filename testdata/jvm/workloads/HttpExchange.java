import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/** A server and a client in one process, on the loopback interface, with many requests under way at once. */
public class HttpExchange {
    private static final int REQUESTS = 64;

    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), REQUESTS);
        ExecutorService workers = Executors.newFixedThreadPool(4);
        server.setExecutor(workers);
        server.createContext("/reverse", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String text = new StringBuilder(new String(body, StandardCharsets.UTF_8)).reverse().toString();
            byte[] answer = (exchange.getRequestURI().getQuery() + " " + text).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("X-Length", String.valueOf(answer.length));
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try {
            printAnswers(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"));
        } finally {
            server.stop(0);
            workers.shutdown();
        }
    }

    private static void printAnswers(URI root) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(60))
                .build();
        List<CompletableFuture<String>> underWay = IntStream.range(0, REQUESTS)
                .mapToObj(i -> HttpRequest.newBuilder(root.resolve("/reverse?n=" + i))
                        .timeout(Duration.ofSeconds(120))
                        .POST(HttpRequest.BodyPublishers.ofString("request ".repeat(1 + i * 7) + i))
                        .build())
                .map(request -> client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                        .thenApply(HttpExchange::describe))
                .toList();
        underWay.stream().map(CompletableFuture::join).sorted().forEach(System.out::println);
        String missing = client.sendAsync(
                        HttpRequest.newBuilder(root.resolve("/missing")).build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> "missing " + response.statusCode())
                .join();
        System.out.println(missing);
    }

    private static String describe(HttpResponse<String> response) {
        String body = response.body();
        CRC32 sum = new CRC32();
        sum.update(body.getBytes(StandardCharsets.UTF_8));
        return "%d %s %s... %08x".formatted(
                response.statusCode(),
                response.headers().firstValue("X-Length").orElse("no length"),
                body.substring(0, 12),
                sum.getValue());
    }
}
