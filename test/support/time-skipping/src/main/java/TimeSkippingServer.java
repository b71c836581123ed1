import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.temporal.internal.testservice.TestServicesStarter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Temporal's test server on a free port of the loopback interface, which it prints; ends with its standard input. */
public final class TimeSkippingServer {
    private static final int MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

    private TimeSkippingServer() {
    }

    public static void main(String[] args) throws IOException {
        // Time stands still until a test unlocks it.
        TestServicesStarter services = new TestServicesStarter(true, 0);
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        NettyServerBuilder builder = NettyServerBuilder.forAddress(address).maxInboundMessageSize(MAX_MESSAGE_BYTES);
        for (BindableService service : services.getServices()) {
            builder.addService(service);
        }
        Server server = builder.build().start();
        System.out.println(server.getPort());
        while (System.in.read() >= 0) {
            // nothing is ever said
        }
        server.shutdownNow();
        services.close();
        System.exit(0);
    }
}
