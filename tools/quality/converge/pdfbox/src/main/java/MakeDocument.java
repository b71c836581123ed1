import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationSquare;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;

/** {@code MakeDocument OUTPUT}: a document with text, an image, an annotation and a field, as PDFBox makes them. */
public final class MakeDocument {
    private MakeDocument() {
    }

    public static void main(String[] args) throws IOException {
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage(PDRectangle.A4);
            document.addPage(page);
            PDType1Font font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
            BufferedImage picture = new BufferedImage(4, 4, BufferedImage.TYPE_INT_RGB);
            picture.setRGB(1, 1, 0xff8000);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                content.beginText();
                content.setFont(font, 12.5f);
                content.newLineAtOffset(72, 720);
                content.showText("Invoice (No. 7) 12.50");
                content.endText();
                content.drawImage(LosslessFactory.createFromImage(document, picture), 72, 600, 40.25f, 40);
            }
            PDAnnotationSquare square = new PDAnnotationSquare();
            square.setRectangle(new PDRectangle(72, 500, 60, 40));
            square.constructAppearances(document);
            page.getAnnotations().add(square);
            addField(document, page, font);
            document.save(new File(args[0]));
        }
    }

    private static void addField(PDDocument document, PDPage page, PDType1Font font) throws IOException {
        PDAcroForm form = new PDAcroForm(document);
        document.getDocumentCatalog().setAcroForm(form);
        PDResources resources = new PDResources();
        resources.put(COSName.getPDFName("Helv"), font);
        form.setDefaultResources(resources);
        PDTextField field = new PDTextField(form);
        field.setPartialName("town");
        field.setDefaultAppearance("/Helv 12 Tf 0 g");
        form.getFields().add(field);
        PDAnnotationWidget widget = field.getWidgets().get(0);
        widget.setRectangle(new PDRectangle(72, 400, 120, 20));
        widget.setPage(page);
        page.getAnnotations().add(widget);
        field.setValue("Bern");
    }
}
