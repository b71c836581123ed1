/**
 * Checks whether other readers show other pages for the same bytes: PDFium, and a reader that ignores the
 * cross-reference and uses the last object of each number. A file that two readers see differently can be signed as one
 * document and paid as the other. The check costs two more readings of the document, so it runs only if the file gives
 * a reason.
 */
import { viewOf } from '#platform';
import type { Finding } from '#engine/facts/report.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openByScanning, openDocument } from '#engine/pdf/read/open.ts';
import { scanFile } from '#engine/pdf/read/scan.ts';
import { isTooMuch, openCopy } from '#engine/text/pdfium-fallback.ts';
import { TextExtractor } from '#engine/text/text-extractor.ts';
import { unlistedObjects } from './hidden-objects.ts';
import type { RevisionHistory } from './revisions.ts';
import { anomaly } from './finding.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** Each reading needs one more graph in memory. */
const MAX_OBJECT_WORDS = 2_000_000;
/** The limit of pages whose texts are compared. */
const MAX_PAGES = 200;

type Pages = readonly string[];

export async function differentialAnomalies(
  input: Uint8Array,
  pdf: PdfDocument,
  isSigned: boolean,
): Promise<Finding[]> {
  if (pdf.budget.spent('objectWords') > MAX_OBJECT_WORDS) return [];
  if (input.length > MAX_BYTES || isTooMuch(input)) return [];
  const ours = shownBy(() => openDocument(input));
  if (!ours) return [];
  // Without a cross-reference, our own reading already ignores it.
  const scanned = pdf.structure.sections.length > 0 ? shownBy(() => openByScanning(input)) : undefined;
  return [
    ...differences(ours, await shownByPdfium(input), 'PDFIUM'),
    ...differences(ours, scanned, 'SCAN').map((found) =>
      !isSigned && isLeftOver(input, pdf) ? { ...found, severity: 'medium' as const } : found,
    ),
  ];
}

/**
 * Whether all objects outside of the cross-reference belong to earlier saves of the file. Programs that write a new
 * complete cross-reference leave such objects, and some overwrite the end of the last save, so that its cross-reference
 * stream stands alone. After a signature such objects are suspicious.
 */
function isLeftOver(input: Uint8Array, pdf: PdfDocument): boolean {
  const { sections, baseOffset } = pdf.structure;
  const bytes = input.subarray(baseOffset);
  const newest = sections[0]?.offset ?? 0;
  const scan = scanFile(bytes, pdf, pdf.budget);
  const lastEnd = newest > 0 ? viewOf(bytes).lastIndexOf('%%EOF', newest - 1) : -1;
  const lastStream = scan.crossReferenceStreams.findLast(({ offset }) => offset < newest)?.offset ?? -1;
  return unlistedObjects(bytes, pdf, scan).every(({ offset }) => offset <= Math.max(lastEnd, lastStream));
}

/** Our engine reads all texts, each with its own budget, because the later stages need theirs. */
function shownBy(open: () => PdfDocument | undefined): Pages | undefined {
  try {
    const pdf = open();
    return pdf && pdf.pages.length > 0 ? textsOf(pdf) : undefined;
  } catch (error) {
    if (error instanceof PdfFailure) return undefined; // a limit, which the later stages meet too
    throw error;
  }
}

async function shownByPdfium(input: Uint8Array): Promise<Pages | undefined> {
  const reading = await openCopy(input);
  return reading && shownBy(() => reading.pdf)?.slice(0, reading.pageCount);
}

function textsOf(pdf: PdfDocument): string[] {
  const extractor = new TextExtractor(pdf);
  return pdf.pages.slice(0, MAX_PAGES).map((page) => {
    const pieces: string[] = [];
    extractor.read(page, { text: (piece) => pieces.push(piece), separate: () => undefined });
    return squeeze(pieces.join(''));
  });
}

function differences(ours: Pages, theirs: Pages | undefined, reader: 'PDFIUM' | 'SCAN'): Finding[] {
  if (!theirs) return [];
  const longer = Math.max(ours.length, theirs.length);
  const differing = Array.from({ length: longer }, (_, index) => index).filter(
    (index) => ours[index] !== theirs[index],
  );
  if (differing.length === 0) return [];
  const place = { pages: differing };
  const counts = { pageCount: ours.length, otherPageCount: theirs.length };
  const facts = { count: differing.length, total: longer, ...counts };
  const isMoreOrLess = isWithin(theirs, ours) || isWithin(ours, theirs);
  return [
    isMoreOrLess
      ? anomaly(`${reader}_PAGES_DIFFER`, 'medium', place, facts)
      : anomaly(`${reader}_DIFFERS`, 'high', place, facts),
  ];
}

/**
 * Whether the pages of one reader are all among those of the other, in their order: both repair the page tree in their
 * own way.
 */
function isWithin(part: Pages, whole: Pages): boolean {
  let next = 0;
  for (const text of whole) if (next < part.length && text === part[next]) next++;
  return next === part.length;
}

/** White space does not count, because the positions of words separate them. */
function squeeze(text: string): string {
  return text.toWellFormed().normalize('NFKC').replace(/\s+/g, '');
}

/** Findings about parts that readers are known to read in different ways, if no other rule has found them. */
export function invitesOtherReadings(pdf: PdfDocument, history: RevisionHistory): boolean {
  return pdf.problems.length > 0 || sharesEnd(history) || hasOddPageCount(pdf, history);
}

/** Whether an update shares its end with another one: one reader uses the last end, another the last `startxref`. */
function sharesEnd({ revisions }: RevisionHistory): boolean {
  return new Set(revisions.map(({ end }) => end)).size < revisions.length;
}

/** Some readers count the pages, others use the Count of the tree. */
function hasOddPageCount(pdf: PdfDocument, history: RevisionHistory): boolean {
  if (history.last < 0) return false;
  return history.view(history.last).trailer.dict('Root')?.dict('Pages')?.integer('Count') !== pdf.pages.length;
}
