package fixpoint.validator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The two requests and their answers in JSON. */
final class ApiHandler implements HttpHandler {
    private static final Pattern VALIDATE = Pattern.compile("/api/validate/([1-4][abuef]?)");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DEADLINE_EXIT_CODE = 70;

    private final Validations validations;

    ApiHandler(Validations validations) {
        this.validations = validations;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try {
            String path = exchange.getRequestURI().getPath();
            Matcher validate = VALIDATE.matcher(path);
            boolean isPost = exchange.getRequestMethod().equals("POST");
            if (path.equals("/api") && !isPost) {
                send(exchange, 200, Map.of("status", "ok"));
            } else if (validate.matches() && isPost) {
                validate(exchange, validate.group(1));
            } else {
                send(exchange, 404, Map.of("message", "No such resource"));
            }
        } finally {
            exchange.close();
        }
    }

    private void validate(HttpExchange exchange, String level) throws IOException {
        Path document = Documents.create();
        try {
            Upload.receive(exchange, document);
            send(exchange, 200, validations.validate(document, level));
        } catch (Upload.NoRoom full) {
            // Whoever still sends does not see an answer.
            exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            send(exchange, 503, Map.of("message", "There is no room for the document"));
        } catch (Upload.Refused refused) {
            send(exchange, refused.status, Map.of("message", refused.getMessage()));
        } catch (TimeoutException timeout) {
            send(exchange, 504, Map.of("message", "The document takes too long to validate"));
        } catch (Validations.Stuck stuck) {
            send(exchange, 504, Map.of("message", "The document takes too long to validate"));
            Documents.removeAll();
            // Nothing in Java ends a thread that does not listen: the process goes, and is started again.
            Runtime.getRuntime().halt(DEADLINE_EXIT_CODE);
        } finally {
            Documents.remove(document);
        }
    }

    private static void send(HttpExchange exchange, int status, Object body) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        // Closing sends the last bytes: the process may be about to end.
        try (OutputStream response = exchange.getResponseBody()) {
            response.write(bytes);
        }
    }
}
