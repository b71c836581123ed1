/** Stamps in the margins of pages in the different ways of courts, registries and parties of a production. */
import { writeWithObjectStreams, writeWithTable } from '#engine/write/file/writer.ts';
import { canonicalize } from '#engine/canonical/canonical.ts';
import { type Box, quarterOf, readBox } from '#engine/content/matrix.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { Dict, fromNumber, Name, type PdfObject, type Ref } from '#engine/pdf/syntax/objects.ts';

/** One way to stamp a page. The content and resources of the stamp exist. */
type Way = (pdf: PdfDocument, page: Page, stamp: Stamp) => void;

interface Stamp {
  readonly content: string;
  readonly font: Ref;
  readonly box: readonly PdfObject[];
}

export const WAYS: Readonly<Record<string, Way>> = {
  'content behind the page': (pdf, page, { content, font }) => {
    nameResource(pdf, page, 'Font', 'StampFont', font);
    setContents(pdf, page, [], [content]);
  },
  'content between saved states': (pdf, page, { content, font }) => {
    nameResource(pdf, page, 'Font', 'StampFont', font);
    setContents(pdf, page, ['q'], ['Q', `q ${content} Q`]);
  },
  'content before the page': (pdf, page, { content, font }) => {
    nameResource(pdf, page, 'Font', 'StampFont', font);
    setContents(pdf, page, [`q ${content} Q`], []);
  },
  'form with a group': (pdf, page, { content, font, box }) => {
    const group = pdf.newDict({ Type: new Name('Group'), S: new Name('Transparency'), CS: new Name('DeviceRGB') });
    const fonts = pdf.newDict({ Font: pdf.newDict({ StampFont: font }) });
    const form = formOf(pdf, content, { BBox: [...box], Resources: fonts, Group: group });
    nameResource(pdf, page, 'XObject', 'StampForm', pdf.add(form));
    setContents(pdf, page, ['q'], ['Q q /StampForm Do Q']);
  },
  'page in a form': (pdf, page, { content, font, box }) => {
    const own = page.dict.get('Resources');
    const entries: Record<string, PdfObject> = { BBox: [...box] };
    if (own instanceof Dict) entries['Resources'] = own;
    const group = page.dict.raw('Group');
    if (group !== undefined) entries['Group'] = group;
    const form = pdf.newStream(pdf.pageContent(page), { Subtype: new Name('Form'), ...entries });
    page.dict.set('Resources', pdf.newDict());
    nameResource(pdf, page, 'XObject', 'PageForm', pdf.add(form));
    nameResource(pdf, page, 'Font', 'StampFont', font);
    page.dict.delete('Contents');
    setContents(pdf, page, ['q /PageForm Do Q'], [`q ${content} Q`]);
  },
};

/** The stamps on the page with that number. Each copy is another delivery. */
function wordsOf(copy: number, number: number, of: number): { readonly head: string; readonly foot: string } {
  const docket = 1000 + ((copy * 7919) % 8999);
  const day = String(1 + (copy % 28)).padStart(2, '0');
  return {
    head: `Case 1:23-cv-0${docket}-ABC Document ${copy + 12} Filed 11/${day}/23 Page ${number} of ${of}`,
    foot: `BATES${String(copy * 100_000 + number).padStart(9, '0')}`,
  };
}

/** A copy of the file with stamps on all pages. The ways alternate. */
export function stampedCopy(file: Uint8Array, copy: number): { readonly bytes: Uint8Array; readonly ways: string[] } {
  const pdf = openDocument(file);
  pdf.beginEdits();
  const font = pdf.add(
    pdf.newDict({ Type: new Name('Font'), Subtype: new Name('Type1'), BaseFont: new Name('Helvetica') }),
  );
  const all = Object.entries(WAYS);
  const ways = pdf.pages.map((page) => {
    const [name, stampIn] = all[(page.index + copy) % all.length] ?? all[0] ?? ['', () => undefined];
    const box = boxOf(pdf, page);
    const { head, foot } = wordsOf(copy, page.index + 1, pdf.pages.length);
    stampIn(pdf, page, { content: contentOf(page, box, head, foot), font, box: corners(box) });
    return name;
  });
  const graph = canonicalize(pdf);
  return { bytes: copy % 2 === 0 ? writeWithObjectStreams(graph, '1.7') : writeWithTable(graph, '1.7'), ways };
}

function boxOf(pdf: PdfDocument, { dict }: Page): Box {
  const box = readBox(pdf, dict.array('CropBox')) ?? readBox(pdf, dict.array('MediaBox'));
  return box ?? { left: 0, bottom: 0, right: 612, top: 792 };
}

function corners({ left, bottom, right, top }: Box): PdfObject[] {
  return [left, bottom, right, top].map(fromNumber);
}

/** Upright for the viewer of the page, a quarter of an inch from its edges. */
function contentOf({ dict }: Page, box: Box, head: string, foot: string): string {
  const rotation = quarterOf(dict.number('Rotate'));
  const [width, height] = [box.right - box.left, box.top - box.bottom];
  const isUpright = rotation % 180 === 0;
  const [seenWidth, seenHeight] = isUpright ? [width, height] : [height, width];
  const toPage = {
    0: `1 0 0 1 ${box.left} ${box.bottom}`,
    90: `0 1 -1 0 ${box.right} ${box.bottom}`,
    180: `-1 0 0 -1 ${box.right} ${box.top}`,
    270: `0 -1 1 0 ${box.left} ${box.top}`,
  }[rotation];
  const size = Math.min(10, seenHeight / 60);
  const line = (text: string, x: number, y: number): string =>
    `BT /StampFont ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm (${text}) Tj ET`;
  const head1 = line(head, seenWidth * 0.1, seenHeight - 2 * size);
  const foot1 = line(foot, seenWidth * 0.7, 1.5 * size);
  return `q ${toPage} cm 0 0 1 rg ${head1} 0 g ${foot1} Q`;
}

function setContents(pdf: PdfDocument, { dict }: Page, before: readonly string[], after: readonly string[]): void {
  const own = dict.get('Contents');
  const parts = Array.isArray(own) ? own : own === null ? [] : [dict.raw('Contents') ?? null];
  const streams = (texts: readonly string[]): Ref[] =>
    texts.map((text) => pdf.add(pdf.newStream(Buffer.from(`${text}\n`))));
  dict.set('Contents', [...streams(before), ...parts, ...streams(after)]);
}

/** Pages may share their resources, so the page gets a copy. */
function nameResource(pdf: PdfDocument, { dict }: Page, category: string, name: string, value: PdfObject): void {
  const resources = Dict.of(pdf, dict.dict('Resources') ?? []);
  const entries = Dict.of(pdf, resources.dict(category) ?? []);
  dict.set('Resources', resources.set(category, entries.set(name, value)));
}

function formOf(pdf: PdfDocument, content: string, entries: Record<string, PdfObject>) {
  return pdf.newStream(Buffer.from(content), { Type: new Name('XObject'), Subtype: new Name('Form'), ...entries });
}
