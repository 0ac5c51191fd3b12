//@ jars: org.apache.tomcat.embed:tomcat-embed-core:11.0.5 org.apache.tomcat:tomcat-annotations-api:11.0.5
//@ jars: com.squareup.okhttp3:okhttp:4.12.0 com.squareup.okio:okio-jvm:3.6.0 org.jetbrains.kotlin:kotlin-stdlib:2.1.20
//@ since: 17
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** Tomcat, asked by the JDK's client and by OkHttp, which is Kotlin. */
public class WebServer {
    static class Counting implements Filter {
        final AtomicInteger requests = new AtomicInteger();

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException, ServletException {
            requests.incrementAndGet();
            ((HttpServletResponse) response).setHeader("X-Filtered", "yes");
            chain.doFilter(request, response);
        }
    }

    static class Store extends HttpServlet {
        private final ConcurrentMap<String, String> texts = new ConcurrentHashMap<>();

        @Override
        protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String text = new String(request.getInputStream().readAllBytes());
            boolean isNew = texts.put(request.getPathInfo(), text) == null;
            response.setStatus(isNew ? 201 : 200);
            response.getWriter().print(text.length());
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String text = texts.get(request.getPathInfo());
            if (text == null) {
                response.sendError(404);
                return;
            }
            response.setContentType("text/plain");
            for (int i = 0; i < 50; i++) {
                response.getWriter().println(i + " " + text);
            }
        }

        @Override
        protected void doDelete(HttpServletRequest request, HttpServletResponse response) {
            throw new IllegalStateException("nothing is ever deleted");
        }
    }

    static class Visits extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            HttpSession session = request.getSession();
            int visits;
            synchronized (session.getId().intern()) {
                Integer before = (Integer) session.getAttribute("visits");
                visits = before == null ? 1 : before + 1;
                session.setAttribute("visits", visits);
            }
            response.getWriter().print("visit " + visits);
        }
    }

    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset();
        Path base = Files.createTempDirectory("tomcat");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector();
        Context context = tomcat.addContext("", base.toString());
        Counting counting = new Counting();
        FilterDef filter = new FilterDef();
        filter.setFilterName("counting");
        filter.setFilter(counting);
        context.addFilterDef(filter);
        FilterMap map = new FilterMap();
        map.setFilterName("counting");
        map.addURLPattern("/*");
        context.addFilterMap(map);
        add(context, "store", new Store(), "/store/*");
        add(context, "visits", new Visits(), "/visits");
        tomcat.start();
        String root = "http://127.0.0.1:" + tomcat.getConnector().getLocalPort();
        try {
            askWithJdk(root);
            askWithOkHttp(root);
        } finally {
            tomcat.stop();
            tomcat.destroy();
            try (Stream<Path> files = Files.walk(base)) {
                files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
            }
        }
        System.out.println("requests " + counting.requests);
        // The clients keep threads of their own for a while.
        System.exit(0);
    }

    private static void add(Context context, String name, HttpServlet servlet, String pattern) {
        Wrapper wrapper = Tomcat.addServlet(context, name, servlet);
        wrapper.setLoadOnStartup(1);
        context.addServletMappingDecoded(pattern, name);
    }

    private static void askWithJdk(String root) throws Exception {
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            URI uri = URI.create(root + "/store/jdk" + i);
            HttpRequest put = HttpRequest.newBuilder(uri).PUT(HttpRequest.BodyPublishers.ofString("text ".repeat(i + 1))).build();
            HttpRequest get = HttpRequest.newBuilder(uri).build();
            answers.add(client.sendAsync(put, HttpResponse.BodyHandlers.ofString())
                    .thenCompose(stored -> client.sendAsync(get, HttpResponse.BodyHandlers.ofString())
                            .thenApply(got -> stored.statusCode() + " " + stored.body() + " " + describe(got))));
        }
        for (CompletableFuture<String> answer : answers) {
            System.out.println(answer.get());
        }
        HttpResponse<String> missing = client.send(HttpRequest.newBuilder(URI.create(root + "/store/none")).build(), HttpResponse.BodyHandlers.ofString());
        System.out.println("missing " + missing.statusCode());
        HttpResponse<String> failed = client.send(HttpRequest.newBuilder(URI.create(root + "/store/x")).DELETE().build(), HttpResponse.BodyHandlers.ofString());
        System.out.println("failed " + failed.statusCode() + " " + failed.body().contains("nothing is ever deleted"));
        String cookie = null;
        for (int i = 0; i < 3; i++) {
            HttpRequest.Builder visit = HttpRequest.newBuilder(URI.create(root + "/visits"));
            if (cookie != null) {
                visit.header("Cookie", cookie);
            }
            HttpResponse<String> visited = client.send(visit.build(), HttpResponse.BodyHandlers.ofString());
            cookie = visited.headers().firstValue("Set-Cookie").map(value -> value.split(";")[0]).orElse(cookie);
            System.out.println(visited.body());
        }
    }

    private static String describe(HttpResponse<String> response) {
        return response.statusCode() + " " + response.headers().firstValue("X-Filtered").orElse("no") + " " + response.body().hashCode();
    }

    private static void askWithOkHttp(String root) throws Exception {
        OkHttpClient client = new OkHttpClient();
        ExecutorService workers = Executors.newFixedThreadPool(4);
        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int own = i;
            answers.add(workers.submit(() -> {
                String url = root + "/store/ok" + own % 5;
                RequestBody body = RequestBody.create("same for all", MediaType.get("text/plain"));
                try (Response put = client.newCall(new Request.Builder().url(url).put(body).build()).execute();
                        Response get = client.newCall(new Request.Builder().url(url).build()).execute()) {
                    return put.isSuccessful() + " " + put.body().string() + " " + get.code() + " " + get.header("X-Filtered") + " " + get.body().string().hashCode();
                }
            }));
        }
        for (Future<String> answer : answers) {
            System.out.println(answer.get());
        }
        workers.shutdown();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }
}
