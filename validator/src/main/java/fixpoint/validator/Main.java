package fixpoint.validator;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.logging.LogManager;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;

/**
 * veraPDF as one warm process behind HTTP: POST /api/validate/{level} as veraPDF's own REST service has it, GET /api
 * to ask whether it lives. Arguments: address, port and, if not a minute, the seconds one document may take.
 */
public final class Main {
    /** What classes and veraPDF's own resources are read through; nothing else is ever opened by URL. */
    private static final Set<String> LOCAL = Set.of("file", "jar", "jrt");

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        forbidForeignResources();
        // veraPDF's remarks quote the document.
        LogManager.getLogManager().reset();
        VeraGreenfieldFoundryProvider.initialise();
        Duration deadline = Duration.ofSeconds(arguments.length > 2 ? Long.parseLong(arguments[2]) : 60);
        InetSocketAddress address = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
        Documents.keepClear();
        HttpServer server = HttpServer.create(address, 0);
        Validations validations = new Validations(deadline);
        server.createContext("/api", new ApiHandler(validations));
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        WarmUp.run(validations);
    }

    /** A document may name DTDs, schemas and hosts in its XMP and XFA; none of them is fetched (CWE-611, CWE-918). */
    private static void forbidForeignResources() {
        System.setProperty("javax.xml.accessExternalDTD", "");
        System.setProperty("javax.xml.accessExternalSchema", "");
        System.setProperty("javax.xml.accessExternalStylesheet", "");
        System.setProperty("jdk.xml.entityExpansionLimit", "1000");
        URL.setURLStreamHandlerFactory(protocol -> LOCAL.contains(protocol) ? null : new Refusal());
    }

    private static final class Refusal extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            throw new IOException("The validator opens no connections.");
        }
    }
}
