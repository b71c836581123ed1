/**
 * The documents for the warm-up. V8 stores the functions that were called, so the documents have all features that most
 * documents have.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';

/** The document has signatures and revisions after them. */
const SIGNED = join(import.meta.dirname, '../../../fixtures/demo/contract-changed-after-signing.pdf');

export async function warmUpDocuments(): Promise<Uint8Array[]> {
  const document = await PDFDocument.create();
  document.setTitle('Warm-up');
  document.setCreationDate(new Date(0));
  const font = await document.embedFont(StandardFonts.Helvetica);
  const serif = await document.embedFont(StandardFonts.TimesRomanBold);
  const image = await document.embedPng(ONE_PIXEL);
  const form = document.getForm();
  for (const title of ['first', 'second']) {
    const page = document.addPage();
    page.drawText(`The ${title} page`, { x: 50, y: 700, size: 24, font: serif });
    page.drawText('Lines of text,\nas most documents have.', { x: 50, y: 600, size: 12, font });
    page.drawRectangle({ x: 50, y: 500, width: 100, height: 50, opacity: 0.5 });
    page.drawCircle({ x: 300, y: 500, size: 20 });
    page.drawImage(image, { x: 50, y: 400 });
    form.createTextField(`text of the ${title}`).addToPage(page, { x: 50, y: 300, font });
    form.createCheckBox(`box of the ${title}`).addToPage(page, { x: 50, y: 250 });
    const link = { Type: 'Annot', Subtype: 'Link', Rect: [50, 200, 150, 220], Border: [0, 0, 0] };
    const action = { S: 'URI', URI: PDFString.of('https://example.com/') };
    const annotation = document.context.register(document.context.obj({ ...link, A: action }));
    page.node.addAnnot(annotation);
  }
  document.addJavaScript('opened', 'app.alert("opened")');
  await document.attach(new TextEncoder().encode('attached'), 'attached.txt', { mimeType: 'text/plain' });
  document.catalog.set(PDFName.of('Metadata'), metadataOf(document));
  const unsigned = [await document.save({ useObjectStreams: false }), await document.save({ useObjectStreams: true })];
  return [...unsigned, await readFile(SIGNED)];
}

function metadataOf(document: PDFDocument) {
  const stream = document.context.stream(XMP, { Type: 'Metadata', Subtype: 'XML' });
  return document.context.register(stream);
}

const XMP = `<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Warm-up</rdf:li></rdf:Alt></dc:title>
<xmp:CreatorTool>Fixpoint</xmp:CreatorTool></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;

/** A PNG of one pixel with transparency. */
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
