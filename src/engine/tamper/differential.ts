/**
 * Whether other readers show other pages of the same bytes: PDFium, and one that ignores the cross-reference and takes
 * the last object of each number. A file that two readers see differently can be signed as one and paid as the other.
 *
 * It costs as much as writing and reading the document, so it is done only where the file gives cause.
 */
import type { Anomaly } from '#domain/report.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { canonicalize } from '#engine/canonical/canonical.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { openByScanning, openDocument } from '#engine/pdf/read/open.ts';
import { writeWithTable } from '#engine/pdf/write/writer.ts';
import { isTooMuch, readWithPdfium, textsOf } from '#engine/pdfium-fallback.ts';
import type { RevisionHistory } from './revisions.ts';
import { anomaly } from './sentences.ts';

/** The writing of both readings is bounded by what they were written from. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Each reading is one more graph in memory: a few kilobytes of tree may be a hundred thousand pages. */
const MAX_PAGES = 10_000;

type Pages = readonly string[];

export async function differentialAnomalies(input: Uint8Array, { structure, pages }: PdfDocument): Promise<Anomaly[]> {
  if (pages.length > MAX_PAGES) return [];
  if (input.length > MAX_BYTES || isTooMuch(input)) return [];
  const ours = await shownBy(() => openDocument(input));
  if (!ours) return [];
  // Without a cross-reference to follow, ours is already the reading of one that follows none.
  const scanned = structure.sections.length > 0 ? await shownBy(() => openByScanning(input)) : undefined;
  return [
    ...differences(ours, await readWithPdfium(input), 'PDFium'),
    ...differences(ours, scanned, 'a reader that follows no cross-reference'),
  ];
}

/** A document is written as we understand it and read back, so that all texts are read by one engine. */
async function shownBy(open: () => PdfDocument | undefined): Promise<Pages | undefined> {
  const written = attemptToWrite(open);
  return written && textsOf(written, openDocument(written));
}

function attemptToWrite(open: () => PdfDocument | undefined): Uint8Array | undefined {
  try {
    const pdf = open();
    return pdf && pdf.pages.length > 0 ? writeWithTable(canonicalize(pdf), '1.7') : undefined;
  } catch (error) {
    if (error instanceof PdfFailure) return undefined; // a limit: the stages to come meet it too
    throw error;
  }
}

function differences(ours: Pages, theirs: Pages | undefined, reader: string): Anomaly[] {
  if (!theirs) return [];
  const longer = Math.max(ours.length, theirs.length);
  const differing = Array.from({ length: longer }, (_, index) => index).filter(
    (index) => squeeze(ours[index]) !== squeeze(theirs[index]),
  );
  const [first] = differing;
  if (first === undefined) return [];
  const counts = ours.length === theirs.length ? '' : `, ${theirs.length} pages instead of ${ours.length}`;
  const technical = `${reader}: ${differing.length} of ${longer} pages differ${counts}`;
  const facts = { pages: differing, technical, location: `page ${first + 1}` };
  const isMoreOrLess = isWithin(theirs, ours) || isWithin(ours, theirs);
  return [isMoreOrLess ? anomaly('readers-count-differs', 'medium', facts) : anomaly('readers-differ', 'high', facts)];
}

/**
 * Whether one reader shows nothing but pages that the other shows as well, in their order: a tree each repairs its own
 * way.
 */
function isWithin(part: Pages, whole: Pages): boolean {
  let next = 0;
  for (const text of whole) if (next < part.length && squeeze(text) === squeeze(part[next])) next++;
  return next === part.length;
}

/** White space depends on the order of drawing. Undefined is the page that is not there. */
function squeeze(text: string | undefined): string | undefined {
  return text?.toWellFormed().normalize('NFKC').replace(/\s+/g, '');
}

/** What readers are known to understand in different ways, where no other rule has found it. */
export function invitesOtherReadings(pdf: PdfDocument, history: RevisionHistory): boolean {
  return pdf.problems.length > 0 || sharesEnd(history) || hasOddPageCount(pdf, history);
}

/** An update without an end of its own: one reader looks for the last end, another for the last `startxref`. */
function sharesEnd({ revisions }: RevisionHistory): boolean {
  return new Set(revisions.map(({ end }) => end)).size < revisions.length;
}

/** One reader counts the pages, another believes the Count of the tree. */
function hasOddPageCount(pdf: PdfDocument, history: RevisionHistory): boolean {
  if (history.last < 0) return false;
  return history.view(history.last).trailer.dict('Root')?.dict('Pages')?.integer('Count') !== pdf.pages.length;
}
