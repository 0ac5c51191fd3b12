package applications;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import measured.Measured;

/**
 * Netty as server and client: SIZE requests over the loopback, several at a time on a connection. Server and clients have
 * event loops of their own, one for each thread; connections and replies cross between them and the workers.
 */
public final class Netty extends Driver {
    private static final int QUICK = 25_000;
    private static final int FULL = 150_000;

    private static final int WINDOW = 16;

    private EventLoopGroup serving;
    private EventLoopGroup asking;
    private Channel server;
    private final AtomicLong sum = new AtomicLong();

    private Netty(Measured measured) {
        super(measured);
    }

    public static void main(String[] args) throws Exception {
        Measured measured = Measured.arguments(args, QUICK, FULL);
        Netty netty = new Netty(measured);
        netty.start();
        netty.measure(measured);
    }

    private void start() throws InterruptedException {
        serving = new NioEventLoopGroup(threads);
        asking = new NioEventLoopGroup(threads);
        server = new ServerBootstrap().group(serving).channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 16), new Squares());
                    }
                })
                .bind("127.0.0.1", 0).sync().channel();
    }

    @Override
    void begin() {
        sum.set(0);
    }

    @Override
    void work(int worker) throws InterruptedException {
        int own = (size - worker + threads - 1) / threads;
        if (own <= 0) {
            return;
        }
        Client client = new Client(worker, own);
        Channel channel = new Bootstrap().group(asking).channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpClientCodec(), new HttpObjectAggregator(1 << 16), client);
                    }
                })
                .connect(server.localAddress()).sync().channel();
        client.done.await();
        channel.close().sync();
    }

    @Override
    void verify() {
        long expected = 0;
        for (long i = 0; i < size; i++) {
            expected += i * i;
        }
        require("the sum of all squares", sum.get(), expected);
    }

    @Override
    void end() throws InterruptedException {
        server.close().sync();
        for (EventLoopGroup group : new EventLoopGroup[] {asking, serving}) {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    /** Answers a number with its square. */
    private static final class Squares extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            long number = Long.parseLong(request.content().toString(StandardCharsets.UTF_8));
            ByteBuf body = context.alloc().buffer().writeBytes(String.valueOf(number * number).getBytes(StandardCharsets.UTF_8));
            FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body);
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            context.writeAndFlush(response);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            Measured.fail("the server: " + cause);
        }
    }

    /** Asks for its numbers, a window of them ahead of the answers. Used by the thread of its event loop alone. */
    private final class Client extends SimpleChannelInboundHandler<FullHttpResponse> {
        final CountDownLatch done = new CountDownLatch(1);
        private final int worker;
        private final int own;
        private int sent;
        private int received;
        private long squares;

        Client(int worker, int own) {
            this.worker = worker;
            this.own = own;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            while (sent < Math.min(WINDOW, own)) {
                ask(context);
            }
            context.flush();
        }

        private void ask(ChannelHandlerContext context) {
            long number = worker + (long) sent++ * threads;
            ByteBuf body = Unpooled.copiedBuffer(String.valueOf(number), StandardCharsets.UTF_8);
            FullHttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/square", body);
            request.headers().set(HttpHeaderNames.HOST, "localhost");
            request.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            context.write(request);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
            long number = worker + (long) received++ * threads;
            long square = Long.parseLong(response.content().toString(StandardCharsets.UTF_8));
            if (square != number * number) {
                Measured.fail("the square of " + number + ": " + square);
            }
            squares += square;
            if (sent < own) {
                ask(context);
                context.flush();
            }
            if (received == own) {
                sum.addAndGet(squares);
                done.countDown();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            Measured.fail("the client: " + cause);
        }
    }
}
