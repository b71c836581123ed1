import com.lowagie.text.pdf.PdfDate;
import com.lowagie.text.pdf.PdfDictionary;
import com.lowagie.text.pdf.PdfName;
import com.lowagie.text.pdf.PdfReader;
import com.lowagie.text.pdf.PdfSignature;
import com.lowagie.text.pdf.PdfSignatureAppearance;
import com.lowagie.text.pdf.PdfStamper;
import com.lowagie.text.pdf.PdfString;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Calendar;
import java.util.HashMap;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;

/** Signs a PDF: {@code Sign pdfbox|openpdf INPUT OUTPUT P12 PASSWORD LEVEL}, where level 0 is an approval. */
public final class Sign {
  private static final int RESERVED_BYTES = 8192;

  private Sign() {}

  public static void main(String[] args) throws Exception {
    char[] password = args[4].toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream p12 = new FileInputStream(args[3])) {
      store.load(p12, password);
    }
    String alias = store.aliases().nextElement();
    PrivateKey key = (PrivateKey) store.getKey(alias, password);
    Certificate[] chain = store.getCertificateChain(alias);
    int level = Integer.parseInt(args[5]);
    if (args[0].equals("pdfbox")) signWithPdfbox(args[1], args[2], key, chain, level);
    else signWithOpenpdf(args[1], args[2], key, chain, level);
  }

  private static void signWithPdfbox(String input, String output, PrivateKey key, Certificate[] chain, int level)
      throws Exception {
    try (PDDocument document = Loader.loadPDF(new File(input));
        FileOutputStream out = new FileOutputStream(output)) {
      PDSignature signature = new PDSignature();
      signature.setFilter(PDSignature.FILTER_ADOBE_PPKLITE);
      signature.setSubFilter(PDSignature.SUBFILTER_ADBE_PKCS7_DETACHED);
      signature.setName("Ada Lovelace");
      signature.setSignDate(Calendar.getInstance());
      if (level > 0) certify(document, signature, level);
      document.addSignature(signature, (InputStream content) -> cms(content, key, chain));
      document.saveIncremental(out);
    }
  }

  private static void certify(PDDocument document, PDSignature signature, int level) {
    COSDictionary parameters = new COSDictionary();
    parameters.setItem(COSName.TYPE, COSName.getPDFName("TransformParams"));
    parameters.setInt(COSName.P, level);
    parameters.setName(COSName.V, "1.2");
    COSDictionary reference = new COSDictionary();
    reference.setItem(COSName.TYPE, COSName.getPDFName("SigRef"));
    reference.setItem("TransformMethod", COSName.DOCMDP);
    reference.setItem("TransformParams", parameters);
    COSArray references = new COSArray();
    references.add(reference);
    signature.getCOSObject().setItem("Reference", references);
    COSDictionary catalog = document.getDocumentCatalog().getCOSObject();
    COSDictionary permissions = new COSDictionary();
    permissions.setItem(COSName.DOCMDP, signature);
    catalog.setItem(COSName.PERMS, permissions);
    catalog.setNeedToBeUpdated(true);
  }

  private static byte[] cms(InputStream content, PrivateKey key, Certificate[] chain) throws IOException {
    try {
      CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
      generator.addSignerInfoGenerator(
          new JcaSignerInfoGeneratorBuilder(new JcaDigestCalculatorProviderBuilder().build())
              .build(new JcaContentSignerBuilder("SHA256WithRSA").build(key), (X509Certificate) chain[0]));
      generator.addCertificates(new JcaCertStore(Arrays.asList(chain)));
      return generator.generate(new CMSProcessableByteArray(content.readAllBytes()), false).getEncoded();
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static void signWithOpenpdf(String input, String output, PrivateKey key, Certificate[] chain, int level)
      throws Exception {
    PdfReader reader = new PdfReader(input);
    PdfStamper stamper = PdfStamper.createSignature(reader, new FileOutputStream(output), '\0', null, true);
    PdfSignatureAppearance appearance = stamper.getSignatureAppearance();
    appearance.setCrypto(null, chain, null, PdfSignatureAppearance.SELF_SIGNED);
    if (level > 0) appearance.setCertificationLevel(level);
    PdfSignature signature = new PdfSignature(PdfName.ADOBE_PPKLITE, PdfName.ADBE_PKCS7_DETACHED);
    signature.setReason("I agree");
    signature.setDate(new PdfDate(Calendar.getInstance()));
    appearance.setCryptoDictionary(signature);
    HashMap<PdfName, Integer> reserved = new HashMap<>();
    reserved.put(PdfName.CONTENTS, RESERVED_BYTES * 2 + 2);
    appearance.preClose(reserved);
    byte[] value = Arrays.copyOf(cms(appearance.getRangeStream(), key, chain), RESERVED_BYTES);
    PdfDictionary update = new PdfDictionary();
    update.put(PdfName.CONTENTS, new PdfString(value).setHexWriting(true));
    appearance.close(update);
  }
}
