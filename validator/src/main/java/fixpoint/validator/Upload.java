package fixpoint.validator;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A form of exactly one part, the document (RFC 7578): what the one client of this service sends. */
final class Upload {
    private static final Pattern BOUNDARY = Pattern.compile("multipart/form-data;.*boundary=\"?([^\";]{1,70})\"?.*");
    private static final int MAX_HEAD_BYTES = 4096;
    private static final long MAX_BYTES = 512L * 1024 * 1024;

    private Upload() {}

    static final class Refused extends Exception {
        final int status;

        Refused(int status, String message) {
            super(message);
            this.status = status;
        }
    }

    /** The document cannot be written: that it comes again later may help. */
    static final class NoRoom extends Exception {
        NoRoom(IOException cause) {
            super(cause);
        }
    }

    /** Writes the document to the file: what lies between the part's head and the closing boundary. */
    static void receive(HttpExchange exchange, Path file) throws IOException, Refused, NoRoom {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        Matcher form = BOUNDARY.matcher(type == null ? "" : type);
        if (!form.matches()) throw new Refused(415, "A multipart form is asked for");
        byte[] end = ("\r\n--" + form.group(1) + "--").getBytes(StandardCharsets.ISO_8859_1);
        InputStream body = exchange.getRequestBody();
        skipHead(body);
        try (RandomAccessFile target = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] block = new byte[65536];
            for (int count = body.read(block); count >= 0; count = body.read(block)) {
                write(target, block, count);
                if (target.length() > MAX_BYTES) throw new Refused(413, "The document is too large");
            }
            target.setLength(endOfDocument(target, end));
        }
    }

    private static void write(RandomAccessFile target, byte[] block, int count) throws NoRoom {
        try {
            target.write(block, 0, count);
        } catch (IOException full) {
            throw new NoRoom(full);
        }
    }

    private static void skipHead(InputStream body) throws IOException, Refused {
        int matched = 0;
        for (int read = 0; matched < 4; read++) {
            int next = body.read();
            if (next < 0 || read > MAX_HEAD_BYTES) throw new Refused(400, "The form has no part");
            boolean wanted = next == (matched % 2 == 0 ? '\r' : '\n');
            matched = wanted ? matched + 1 : next == '\r' ? 1 : 0;
        }
    }

    /** The closing boundary is the last thing in a form, but for an epilogue nobody writes. */
    private static long endOfDocument(RandomAccessFile target, byte[] end) throws IOException, Refused {
        long length = target.length();
        int tailLength = (int) Math.min(length, end.length + 64);
        byte[] tail = new byte[tailLength];
        target.seek(length - tailLength);
        target.readFully(tail);
        String text = new String(tail, StandardCharsets.ISO_8859_1);
        int at = text.lastIndexOf(new String(end, StandardCharsets.ISO_8859_1));
        if (at < 0) throw new Refused(400, "The form ends early");
        return length - tailLength + at;
    }
}
