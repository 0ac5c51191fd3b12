package applications;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import measured.Measured;
import org.apache.catalina.Context;

/** Tomcat answering SIZE requests of the JDK's client over the loopback: pages, posted texts, and a session for each thread. */
public final class Tomcat extends Driver {
    private static final int QUICK = 1500;
    private static final int FULL = 10_000;

    private final AtomicInteger answered = new AtomicInteger();
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final org.apache.catalina.startup.Tomcat tomcat = new org.apache.catalina.startup.Tomcat();
    private Path base;
    private String root;

    private Tomcat(Measured measured) {
        super(measured);
    }

    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset();
        Measured measured = Measured.arguments(args, QUICK, FULL);
        Tomcat server = new Tomcat(measured);
        server.start();
        server.measure(measured);
    }

    private void start() throws Exception {
        base = Files.createTempDirectory("tomcat");
        tomcat.setBaseDir(base.toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", base.toString());
        serve(context, "page", new Page());
        serve(context, "echo", new Echo());
        serve(context, "visits", new Visits());
        tomcat.start();
        root = "http://127.0.0.1:" + tomcat.getConnector().getLocalPort();
    }

    private static void serve(Context context, String name, HttpServlet servlet) {
        org.apache.catalina.startup.Tomcat.addServlet(context, name, servlet);
        context.addServletMappingDecoded("/" + name, name);
    }

    @Override
    void begin() {
        answered.set(0);
    }

    @Override
    void work(int worker) throws Exception {
        String cookie = null;
        int visits = 0;
        for (int i = worker; i < size; i += threads) {
            switch (i / threads % 3) {
                case 0 -> {
                    HttpResponse<String> response = send(request("/page?number=" + i + "&name=a%20b"));
                    require("page", i, response.body(), page(i, "a b"));
                }
                case 1 -> {
                    String text = "text of " + i + " ".repeat(i % 50);
                    HttpResponse<String> response = send(request("/echo").POST(HttpRequest.BodyPublishers.ofString(text)));
                    require("echo", i, response.body(), text.toUpperCase());
                }
                default -> {
                    HttpRequest.Builder request = request("/visits");
                    if (cookie != null) {
                        request.header("Cookie", cookie);
                    }
                    HttpResponse<String> response = send(request);
                    if (cookie == null) {
                        cookie = response.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
                    }
                    require("visits by request", i, response.body(), String.valueOf(++visits));
                }
            }
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(root + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        require("the status of", request.build().uri().getPort(), response.statusCode(), 200);
        return response;
    }

    @Override
    void verify() {
        require("answers", answered.get(), size);
    }

    @Override
    void end() throws Exception {
        tomcat.stop();
        tomcat.destroy();
        try (Stream<Path> files = Files.walk(base)) {
            files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        }
    }

    private static String page(int number, String name) {
        StringBuilder page = new StringBuilder("<html><body>");
        for (int i = 0; i < 40; i++) {
            page.append("<p>").append(name).append(' ').append(number * i).append("</p>\n");
        }
        return page.append("</body></html>").toString();
    }

    private final class Page extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            answered.incrementAndGet();
            response.setContentType("text/html");
            PrintWriter writer = response.getWriter();
            writer.print(page(Integer.parseInt(request.getParameter("number")), request.getParameter("name")));
        }
    }

    private final class Echo extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            answered.incrementAndGet();
            String text = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            response.getOutputStream().write(text.toUpperCase().getBytes(StandardCharsets.UTF_8));
        }
    }

    private final class Visits extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            answered.incrementAndGet();
            HttpSession session = request.getSession();
            Integer before = (Integer) session.getAttribute("visits");
            int visits = before == null ? 1 : before + 1;
            session.setAttribute("visits", visits);
            response.getWriter().print(visits);
        }
    }
}
