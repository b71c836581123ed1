/** Page dictionaries in one form: default entries are left out (table 31), and the contents are one stream (7.8.2). */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { cornersOf } from '#engine/pdf/read/page-boxes.ts';
import { Dict, type PdfArray, Stream, toNumber } from '#engine/pdf/syntax/objects.ts';
import { roundNumber, roundScalar } from '#engine/pdf/syntax/precision.ts';
import { ResourceNames } from '#engine/content/resource-names.ts';
import { canonicalPageContent } from './content.ts';
import { joinMarks } from './data/damage.ts';
import { UNSEEN_PAGE_KEYS } from './data/known-keys.ts';
import type { StreamEncoder } from './stream-encoder.ts';

/**
 * Any two opposite corners define a rectangle (7.9.5). The lower left and the upper right corner are written, in their final precision,
 * because equal boxes are left out.
 */
const BOXES = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'];

/** The content of a page after its encoding, and the names that it takes from resources. */
interface EncodedContents {
  readonly stream: Stream;
  readonly names: ResourceNames;
}

/** Returns, for each page, the names that its content may take from resources. */
export function normalizePages(pdf: PdfDocument, encoder: StreamEncoder): Map<Dict, ResourceNames> {
  const names = new Map<Dict, ResourceNames>();
  const encoded = new Map<Stream, EncodedContents>();
  for (const { dict } of pdf.pages) {
    normalizeEntries(pdf, dict);
    names.set(dict, normalizeContents(pdf, dict, encoder, encoded));
  }
  return names;
}

function normalizeEntries(pdf: PdfDocument, page: Dict): void {
  for (const key of UNSEEN_PAGE_KEYS) page.delete(key);
  const quarter = quarterTurnsOf(page.number('Rotate') ?? 0) * 90;
  if (quarter === 0) page.delete('Rotate');
  else page.set('Rotate', quarter);
  for (const box of BOXES) {
    const corners = cornersOf(pdf, page.get(box));
    if (corners) page.set(box, corners.map(roundScalar));
  }
  if (sameBox(pdf, page.array('CropBox'), page.array('MediaBox'))) page.delete('CropBox');
  for (const box of ['ArtBox', 'BleedBox', 'TrimBox']) {
    if (sameBox(pdf, page.array(box), page.array('CropBox') ?? page.array('MediaBox'))) page.delete(box);
  }
  const unit = roundNumber(page.number('UserUnit') ?? 0);
  if (unit <= 0 || unit === 1) page.delete('UserUnit');
  if (page.array('Annots')?.length === 0) page.delete('Annots');
  if (!(page.get('Resources') instanceof Dict)) page.set('Resources', pdf.newDict());
}

/**
 * An angle between two multiples of 90 degrees is rounded down, as in most readers. The result is 0 to 3, clockwise.
 */
function quarterTurnsOf(degrees: number): number {
  return ((Math.trunc(degrees / 90) % 4) + 4) % 4;
}

function sameBox(pdf: PdfDocument, a: PdfArray | undefined, b: PdfArray | undefined): boolean {
  const values = (box: PdfArray): string => box.map((item) => toNumber(pdf.resolve(item))).join(' ');
  return a !== undefined && b !== undefined && values(a) === values(b);
}

function normalizeContents(
  pdf: PdfDocument,
  page: Dict,
  encoder: StreamEncoder,
  known: Map<Stream, EncodedContents>,
): ResourceNames {
  const contents = page.get('Contents');
  const streams = (Array.isArray(contents) ? contents : [contents])
    .map((item) => pdf.resolve(item))
    .filter((item) => item instanceof Stream);
  const [first] = streams;
  if (first === undefined) {
    page.delete('Contents');
    return new ResourceNames();
  }
  const whole = (streams.length === 1 ? known.get(first) : undefined) ?? encodeContents(pdf, streams, encoder);
  if (streams.length === 1) known.set(first, whole);
  page.set('Contents', whole.stream);
  return whole.names;
}

function encodeContents(pdf: PdfDocument, streams: readonly Stream[], encoder: StreamEncoder): EncodedContents {
  // A page may list one stream a thousand times. The stream is decoded once and counted a thousand times.
  const decoded = new Map([...new Set(streams)].map((stream) => [stream, encoder.readContent(stream)]));
  const parts = streams.map((stream) => decoded.get(stream) ?? new Uint8Array());
  if (parts.length > 1) pdf.budget.spendDecoded(parts.reduce((total, part) => total + part.length, 0));
  const content = canonicalPageContent(parts, pdf.budget);
  const stream = pdf.newStream(content.bytes);
  joinMarks(stream, streams);
  encoder.finishContent(stream, content);
  return { stream, names: content.names };
}
