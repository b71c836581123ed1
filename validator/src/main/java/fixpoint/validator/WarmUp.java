package fixpoint.validator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Validates a small document before anybody asks: the first one costs seconds of reading profiles and code. */
final class WarmUp {
    private static final String XMP = "<x:xmpmeta xmlns:x='adobe:ns:meta/'>"
            + "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
            + "<rdf:Description rdf:about='' xmlns:pdfaid='http://www.aiim.org/pdfa/ns/id/'>"
            + "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"
            + "</rdf:Description></rdf:RDF></x:xmpmeta>";
    private static final List<String> OBJECTS = List.of(
            "<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /Font << /F 6 0 R >> >> >>",
            stream("", "BT /F 9 Tf 9 9 Td (warm) Tj ET 0 g 9 9 9 9 re f"),
            stream("/Type /Metadata /Subtype /XML", XMP),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
    private static final List<String> LEVELS = List.of("2b", "1b", "3b", "1a", "2a", "2u", "3a", "3u", "4");

    private WarmUp() {}

    static void run(Validations validations) throws IOException {
        Path document = Documents.create();
        try {
            Files.write(document, document(), StandardOpenOption.WRITE);
            for (String level : LEVELS) validations.validate(document, level);
        } catch (TimeoutException | Validations.Stuck slow) {
            // The documents that come will find out for themselves.
        } finally {
            Documents.remove(document);
        }
    }

    private static String stream(String entries, String data) {
        return "<< " + entries + " /Length " + data.length() + " >>\nstream\n" + data + "\nendstream";
    }

    private static byte[] document() {
        StringBuilder file = new StringBuilder("%PDF-1.4\n");
        StringBuilder offsets = new StringBuilder("0000000000 65535 f \n");
        for (int index = 0; index < OBJECTS.size(); index++) {
            offsets.append(String.format("%010d 00000 n \n", file.length()));
            file.append(index + 1).append(" 0 obj\n").append(OBJECTS.get(index)).append("\nendobj\n");
        }
        int start = file.length();
        int size = OBJECTS.size() + 1;
        file.append("xref\n0 ").append(size).append('\n').append(offsets);
        file.append("trailer\n<< /Root 1 0 R /Size ").append(size).append(" >>\n");
        file.append("startxref\n").append(start).append("\n%%EOF\n");
        return file.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
