/**
 * What every printed document is: a sentence, sections of facts, and how to verify it, in one layout. It says nothing
 * that its facts do not: the same facts are the same bytes, whoever prints them and when.
 */
import { encode } from 'uqr';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { type Face, MARGIN, type Style, TaggedDocument, TEXT_WIDTH } from './tagged-document.ts';

/** A line end in a value begins a new line. Hashes and their like are of one width. */
export type Fact = readonly [label: string, value: string, face?: 'mono'];

export interface Sheet {
  readonly title: string;
  /** Who says it. */
  readonly from: string;
  /** The whole in a sentence or two. */
  readonly verdict: string;
  readonly sections: readonly Section[];
  readonly verification: readonly string[];
  /** The address where it is verified, also as a QR code; null where there is none. */
  readonly verifyUrl: string | null;
  /** How many pages it has at the most. */
  readonly mostPages: number;
}

export interface Section {
  readonly heading: string;
  readonly facts: readonly Fact[];
}

const QR_SIDE = 92;
const LABEL_WIDTH = 118;
/** A heading does not stand below all of what it is about. */
const HEADING_SPACE = 60;
const GAP = 4;

const full = (face: Face, size: number): Style => ({ face, size, x: MARGIN, width: TEXT_WIDTH });
const LABEL: Style = { face: 'bold', size: 9, x: MARGIN, width: LABEL_WIDTH - 10 };
/** A hash with its prefix is one line. */
const SIZES: Readonly<Record<Face, number>> = { regular: 9, bold: 9, mono: 8.5 };
const beside = (face: Face): Style => ({
  face,
  size: SIZES[face],
  x: MARGIN + LABEL_WIDTH,
  width: TEXT_WIDTH - LABEL_WIDTH,
});

/**
 * The pages in canonical form, which is PDF/A-2b: normalized again, they are the same, so that their hash can be published.
 *
 * @param sheetOf is asked for a sheet in ASCII alone where a letter turns out to be in no font
 */
export async function printSheet(sheetOf: (isPlain: boolean) => Sheet): Promise<Uint8Array> {
  const drawn = await canonical(sheetOf(false));
  const { bytes } = drawn.isWhole ? drawn : await canonical(sheetOf(true));
  return bytes;
}

async function canonical(sheet: Sheet): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const { bytes, report } = await normalize(await draw(sheet), DEFAULT_OPTIONS);
  if (bytes === null) throw new Error(`What was printed is ${report.status}.`);
  return { bytes, isWhole: report.warnings.every(({ code }) => code !== 'GLYPH_MISSING') };
}

/** As it is before it is normalized: without its fonts, which the engine embeds. */
async function draw({
  title,
  from,
  verdict,
  sections,
  verification,
  verifyUrl,
  mostPages,
}: Sheet): Promise<Uint8Array> {
  const pages = await TaggedDocument.create();
  pages.write({ tag: 'H1', text: title, style: full('bold', 22) });
  pages.space(2);
  pages.write({ tag: 'P', text: from, style: full('regular', 10) });
  pages.space(8);
  pages.rule();
  pages.space(12);
  pages.write({ tag: 'P', text: verdict, style: full('bold', 13) });

  for (const { heading, facts } of sections) {
    writeHeading(pages, heading, HEADING_SPACE);
    const items = facts.map(([label, value, face = 'regular' as const]) => ({
      label: { text: label, style: LABEL },
      value: { text: value, style: beside(face) },
    }));
    pages.facts(items, GAP);
  }

  const qrWidth = verifyUrl === null ? 0 : QR_SIDE + 20;
  const style = { ...full('regular', 9), width: TEXT_WIDTH - qrWidth };
  const height = verification.reduce((sum, text) => sum + pages.heightOf({ text, style }) + GAP, HEADING_SPACE / 2);
  writeHeading(pages, 'How to verify', Math.max(height, verifyUrl === null ? 0 : HEADING_SPACE / 2 + QR_SIDE));
  const top = pages.top;
  for (const text of verification) {
    pages.write({ tag: 'P', text, style });
    pages.space(GAP - 1);
  }
  if (verifyUrl !== null) {
    const end = pages.top;
    const x = MARGIN + TEXT_WIDTH - QR_SIDE;
    const { data } = encode(verifyUrl, { ecc: 'M', border: 0 });
    pages.figure(data, `QR code of ${verifyUrl}`, x, top - QR_SIDE, QR_SIDE);
    pages.top = Math.min(end, top - QR_SIDE);
  }
  if (pages.pageCount > mostPages) throw new Error(`It has ${pages.pageCount} pages instead of ${mostPages}.`);
  return pages.save({ title, language: 'en', xmp: xmpOf(title) });
}

function writeHeading(pages: TaggedDocument, text: string, room: number): void {
  pages.need(room);
  pages.space(14);
  pages.write({ tag: 'H2', text, style: full('bold', 12) });
  pages.space(GAP);
}

function xmpOf(title: string): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>en</rdf:li></rdf:Bag></dc:language>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}
