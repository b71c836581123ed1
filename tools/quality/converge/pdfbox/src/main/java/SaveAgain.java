import java.io.File;
import java.io.IOException;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdfwriter.compress.CompressParameters;
import org.apache.pdfbox.pdmodel.PDDocument;

/** {@code SaveAgain INPUT OUTPUT [plain]}: with object streams, as PDFBox does by itself, or without. */
public final class SaveAgain {
    private SaveAgain() {
    }

    public static void main(String[] args) throws IOException {
        boolean isPlain = args.length > 2 && args[2].equals("plain");
        try (PDDocument document = Loader.loadPDF(new File(args[0]))) {
            document.setAllSecurityToBeRemoved(true);
            document.save(
                new File(args[1]),
                isPlain ? CompressParameters.NO_COMPRESSION : CompressParameters.DEFAULT_COMPRESSION);
        }
    }
}
