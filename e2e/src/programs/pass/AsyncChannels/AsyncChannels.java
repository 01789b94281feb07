import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.InterruptedByTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Asynchronous channels: futures, handlers, time-outs, a group of threads. */
public class AsyncChannels {
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();

    public static void main(String[] args) throws Exception {
        AsynchronousChannelGroup group =
                AsynchronousChannelGroup.withFixedThreadPool(2, Executors.defaultThreadFactory());
        AsynchronousServerSocketChannel server =
                AsynchronousServerSocketChannel.open(group).bind(new InetSocketAddress(HOST, 0));
        System.out.println("listening at " + server.getLocalAddress());
        CountDownLatch served = new CountDownLatch(3);
        server.accept(null, new Acceptor(server, served));
        for (int i = 0; i < 3; i++) {
            talk(group, (InetSocketAddress) server.getLocalAddress(), i);
        }
        served.await();
        server.close();
        refused(group, new InetSocketAddress(HOST, 1));
        group.shutdown();
        System.out.println("ended " + group.awaitTermination(10, TimeUnit.SECONDS));
    }

    private record Acceptor(AsynchronousServerSocketChannel server, CountDownLatch served)
            implements CompletionHandler<AsynchronousSocketChannel, Void> {
        @Override
        public void completed(AsynchronousSocketChannel channel, Void nothing) {
            server.accept(null, this);
            ByteBuffer buffer = ByteBuffer.allocateDirect(50);
            channel.read(buffer, null, new Echo(channel, buffer, served));
        }

        @Override
        public void failed(Throwable thrown, Void nothing) {
            System.out.println("no more: " + thrown.getClass().getSimpleName());
        }
    }

    private record Echo(AsynchronousSocketChannel channel, ByteBuffer buffer, CountDownLatch served)
            implements CompletionHandler<Integer, Void> {
        @Override
        public void completed(Integer count, Void nothing) {
            try {
                if (count < 0) {
                    channel.close();
                    served.countDown();
                } else {
                    channel.write(buffer.flip()).get();
                    channel.read(buffer.clear(), null, this);
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void failed(Throwable thrown, Void nothing) {
            System.out.println("echo failed: " + thrown);
            served.countDown();
        }
    }

    private static void talk(AsynchronousChannelGroup group, InetSocketAddress address, int number) throws Exception {
        try (AsynchronousSocketChannel channel = AsynchronousSocketChannel.open(group)) {
            channel.connect(address).get();
            for (int i = 0; i < 4; i++) {
                channel.write(ByteBuffer.wrap(("message " + i + " of " + number).getBytes())).get();
                ByteBuffer answer = ByteBuffer.allocate(50);
                channel.read(answer).get();
                System.out.println(new String(answer.array(), 0, answer.position()));
            }
            CountDownLatch late = new CountDownLatch(1);
            channel.read(ByteBuffer.allocate(5), 30, TimeUnit.MILLISECONDS, "late", new CompletionHandler<>() {
                @Override
                public void completed(Integer count, String what) {
                    System.out.println("read " + count);
                    late.countDown();
                }

                @Override
                public void failed(Throwable thrown, String what) {
                    System.out.println(what + " " + (thrown instanceof InterruptedByTimeoutException));
                    late.countDown();
                }
            });
            late.await();
        }
    }

    private static void refused(AsynchronousChannelGroup group, InetSocketAddress address) throws Exception {
        try (AsynchronousSocketChannel channel = AsynchronousSocketChannel.open(group)) {
            channel.connect(address).get();
            System.out.println("connected");
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
    }
}
