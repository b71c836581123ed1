import com.lowagie.text.pdf.PdfReader;
import com.lowagie.text.pdf.PdfStamper;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** {@code SaveAgain INPUT OUTPUT [compressed]}: without object streams, as OpenPDF does by itself, or with them. */
public final class SaveAgain {
    private SaveAgain() {
    }

    public static void main(String[] args) throws IOException {
        PdfReader reader = new PdfReader(args[0]);
        try (OutputStream output = new FileOutputStream(args[1])) {
            PdfStamper stamper = new PdfStamper(reader, output);
            if (args.length > 2 && args[2].equals("compressed")) {
                stamper.setFullCompression();
            }
            stamper.close();
        }
    }
}
