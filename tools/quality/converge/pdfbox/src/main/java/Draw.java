import java.awt.Color;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.pdmodel.graphics.state.PDExtendedGraphicsState;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;

/** {@code Draw INPUT OUTPUT}: draws every source of a folder with PDFBox, as a program of a user would. */
public final class Draw {
    private final File folder;
    private final PDDocument document = new PDDocument();
    private final Map<String, PDFont> fonts = new HashMap<>();
    private PDPage page;
    private PDPageContentStream content;
    private float height;

    private Draw(File folder) {
        this.folder = folder;
    }

    public static void main(String[] args) {
        File[] sources = new File(args[0]).listFiles((parent, name) -> name.endsWith(".marks"));
        for (File source : sources) {
            File output = new File(args[1], source.getName().replace(".marks", ".pdf"));
            try {
                new Draw(source.getParentFile()).draw(Files.readAllLines(source.toPath()), output);
            } catch (IOException | RuntimeException e) {
                System.out.println(source.getName() + ": " + e);
            }
        }
    }

    private void draw(List<String> lines, File output) throws IOException {
        try (document) {
            for (String line : lines) {
                drawMark(line.split("\t", -1));
            }
            content.close();
            document.save(output);
        }
    }

    private void drawMark(String[] mark) throws IOException {
        switch (mark[0]) {
            case "title":
                document.getDocumentInformation().setTitle(mark[1]);
                break;
            case "page":
                addPage(number(mark[1]), number(mark[2]));
                break;
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
                PDImageXObject image = PDImageXObject.createFromFileByExtension(new File(folder, mark[5]), document);
                PDRectangle box = boxOf(mark);
                content.drawImage(image, box.getLowerLeftX(), box.getLowerLeftY(), box.getWidth(), box.getHeight());
                break;
            }
            case "link":
                addLink(boxOf(mark), mark[5]);
                break;
            case "outline":
                addOutline(mark[3]);
                break;
            case "field":
                addField(boxOf(mark), mark[5], mark[6]);
                break;
            default:
                break;
        }
    }

    private void addPage(float width, float pageHeight) throws IOException {
        if (content != null) {
            content.close();
        }
        height = pageHeight;
        page = new PDPage(new PDRectangle(width, pageHeight));
        document.addPage(page);
        content = new PDPageContentStream(document, page);
    }

    private void drawText(String[] mark) throws IOException {
        content.beginText();
        content.setFont(fontOf(mark[3], mark[4], mark[7]), number(mark[5]));
        content.setNonStrokingColor(Color.decode(mark[6]));
        content.newLineAtOffset(number(mark[1]), height - number(mark[2]));
        content.showText(mark[8]);
        content.endText();
    }

    private PDFont fontOf(String family, String style, String file) throws IOException {
        String key = family + style + file;
        PDFont known = fonts.get(key);
        if (known == null) {
            known = file.isEmpty() ? standardFont(family, style) : PDType0Font.load(document, new File(file));
            fonts.put(key, known);
        }
        return known;
    }

    private static PDFont standardFont(String family, String style) {
        String slanted = family.equals("Times") ? "Italic" : "Oblique";
        String suffix = style.equals("bold") ? "-Bold" : style.equals("italic") ? "-" + slanted : "";
        String name = family.equals("Times") && suffix.isEmpty() ? "Times-Roman" : family + suffix;
        return new PDType1Font(Standard14Fonts.getMappedFontName(name));
    }

    private void drawRectangle(String[] mark) throws IOException {
        PDExtendedGraphicsState state = new PDExtendedGraphicsState();
        state.setNonStrokingAlphaConstant(number(mark[6]));
        content.saveGraphicsState();
        content.setGraphicsStateParameters(state);
        content.setNonStrokingColor(Color.decode(mark[5]));
        PDRectangle box = boxOf(mark);
        content.addRect(box.getLowerLeftX(), box.getLowerLeftY(), box.getWidth(), box.getHeight());
        content.fill();
        content.restoreGraphicsState();
    }

    private void addLink(PDRectangle box, String address) throws IOException {
        PDActionURI action = new PDActionURI();
        action.setURI(address);
        PDAnnotationLink link = new PDAnnotationLink();
        link.setRectangle(box);
        link.setAction(action);
        page.getAnnotations().add(link);
    }

    private void addOutline(String title) {
        PDDocumentOutline outline = document.getDocumentCatalog().getDocumentOutline();
        if (outline == null) {
            outline = new PDDocumentOutline();
            document.getDocumentCatalog().setDocumentOutline(outline);
        }
        PDOutlineItem item = new PDOutlineItem();
        item.setTitle(title);
        item.setDestination(page);
        outline.addLast(item);
    }

    private void addField(PDRectangle box, String name, String value) throws IOException {
        PDAcroForm form = document.getDocumentCatalog().getAcroForm(null);
        if (form == null) {
            form = new PDAcroForm(document);
            PDResources resources = new PDResources();
            resources.put(COSName.getPDFName("Helv"), standardFont("Helvetica", ""));
            form.setDefaultResources(resources);
            document.getDocumentCatalog().setAcroForm(form);
        }
        PDTextField field = new PDTextField(form);
        field.setPartialName(name);
        field.setDefaultAppearance("/Helv 11 Tf 0 g");
        form.getFields().add(field);
        PDAnnotationWidget widget = field.getWidgets().get(0);
        widget.setRectangle(box);
        widget.setPage(page);
        page.getAnnotations().add(widget);
        field.setValue(value);
    }

    private PDRectangle boxOf(String[] mark) {
        float w = number(mark[3]);
        float h = number(mark[4]);
        return new PDRectangle(number(mark[1]), height - number(mark[2]) - h, w, h);
    }

    private static float number(String text) {
        return Float.parseFloat(text);
    }
}
