import com.lowagie.text.Document;
import com.lowagie.text.Image;
import com.lowagie.text.Rectangle;
import com.lowagie.text.pdf.BaseFont;
import com.lowagie.text.pdf.PdfAction;
import com.lowagie.text.pdf.PdfAnnotation;
import com.lowagie.text.pdf.PdfContentByte;
import com.lowagie.text.pdf.PdfDestination;
import com.lowagie.text.pdf.PdfGState;
import com.lowagie.text.pdf.PdfOutline;
import com.lowagie.text.pdf.PdfWriter;
import com.lowagie.text.pdf.TextField;
import java.awt.Color;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;

/** {@code Draw INPUT OUTPUT}: draws every source of a folder with OpenPDF, as a program of a user would. */
public final class Draw {
    private final File folder;
    private final Document document = new Document();
    private final PdfWriter writer;
    private final PdfContentByte content;
    private float height;

    private Draw(File folder, OutputStream output) {
        this.folder = folder;
        writer = PdfWriter.getInstance(document, output);
        // The content of a page exists once the document is open, and a page has its size before that.
        document.setPageSize(new Rectangle(595, 842));
        document.open();
        content = writer.getDirectContent();
    }

    public static void main(String[] args) {
        File[] sources = new File(args[0]).listFiles((parent, name) -> name.endsWith(".marks"));
        for (File source : sources) {
            File target = new File(args[1], source.getName().replace(".marks", ".pdf"));
            try (OutputStream output = new FileOutputStream(target)) {
                new Draw(source.getParentFile(), output).draw(Files.readAllLines(source.toPath()));
            } catch (IOException | RuntimeException e) {
                System.out.println(source.getName() + ": " + e);
            }
        }
    }

    private void draw(List<String> lines) throws IOException {
        for (String line : lines) {
            drawMark(line.split("\t", -1));
        }
        document.close();
    }

    private void drawMark(String[] mark) throws IOException {
        switch (mark[0]) {
            case "title":
                document.addTitle(mark[1]);
                break;
            case "page": {
                if (height > 0) {
                    document.newPage();
                }
                height = number(mark[2]);
                // A page without content is left out.
                writer.setPageEmpty(false);
                break;
            }
            case "text":
                drawText(mark);
                break;
            case "rect":
                drawRectangle(mark);
                break;
            case "line": {
                content.moveTo(number(mark[1]), height - number(mark[2]));
                content.lineTo(number(mark[3]), height - number(mark[4]));
                content.stroke();
                break;
            }
            case "image": {
                Image image = Image.getInstance(new File(folder, mark[5]).getPath());
                Rectangle box = boxOf(mark);
                content.addImage(image, box.getWidth(), 0, 0, box.getHeight(), box.getLeft(), box.getBottom());
                break;
            }
            case "link": {
                PdfAction action = new PdfAction(mark[5]);
                Rectangle box = boxOf(mark);
                writer.addAnnotation(
                    new PdfAnnotation(writer, box.getLeft(), box.getBottom(), box.getRight(), box.getTop(), action));
                break;
            }
            case "outline": {
                PdfDestination place = new PdfDestination(PdfDestination.FITH, height - number(mark[1]));
                new PdfOutline(content.getRootOutline(), place, mark[3]);
                break;
            }
            case "field": {
                TextField field = new TextField(writer, boxOf(mark), mark[5]);
                field.setText(mark[6]);
                field.setFontSize(11);
                writer.addAnnotation(field.getTextField());
                break;
            }
            default:
                break;
        }
    }

    private void drawText(String[] mark) throws IOException {
        content.beginText();
        content.setFontAndSize(fontOf(mark[3], mark[4], mark[7]), number(mark[5]));
        content.setColorFill(Color.decode(mark[6]));
        content.setTextMatrix(number(mark[1]), height - number(mark[2]));
        content.showText(mark[8]);
        content.endText();
    }

    private static BaseFont fontOf(String family, String style, String file) throws IOException {
        if (!file.isEmpty()) {
            return BaseFont.createFont(file, BaseFont.IDENTITY_H, BaseFont.EMBEDDED);
        }
        String slanted = family.equals("Times") ? "Italic" : "Oblique";
        String suffix = style.equals("bold") ? "-Bold" : style.equals("italic") ? "-" + slanted : "";
        String name = family.equals("Times") && suffix.isEmpty() ? "Times-Roman" : family + suffix;
        return BaseFont.createFont(name, BaseFont.WINANSI, BaseFont.NOT_EMBEDDED);
    }

    private void drawRectangle(String[] mark) {
        PdfGState state = new PdfGState();
        state.setFillOpacity(number(mark[6]));
        content.saveState();
        content.setGState(state);
        content.setColorFill(Color.decode(mark[5]));
        Rectangle box = boxOf(mark);
        content.rectangle(box.getLeft(), box.getBottom(), box.getWidth(), box.getHeight());
        content.fill();
        content.restoreState();
    }

    private Rectangle boxOf(String[] mark) {
        float left = number(mark[1]);
        float top = height - number(mark[2]);
        return new Rectangle(left, top - number(mark[4]), left + number(mark[3]), top);
    }

    private static float number(String text) {
        return Float.parseFloat(text);
    }
}
