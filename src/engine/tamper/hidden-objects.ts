/**
 * Finds objects that only some readers see: outside of every cross-reference, at the offset of another object, with a
 * Length that contradicts `endstream`, or in an unexpected place.
 */
import type { Finding, Severity } from '#engine/facts/report.ts';
import type { StandingFinding } from '#engine/facts/anomaly-findings.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { readIndirectObject } from '#engine/pdf/read/loader.ts';
import { Dict, Ref, Stream } from '#engine/pdf/syntax/objects.ts';
import { type Scan, scanFile, type ScannedObject } from '#engine/pdf/read/scan.ts';
import { misplacedObjects } from './misplaced-objects.ts';
import { unchainedRevisions } from './incremental.ts';
import type { RevisionHistory } from './revisions.ts';
import { anomaly } from './finding.ts';

/** A Length that is wrong by at most a line end hides nothing. */
const LINE_END_BYTES = 2;

export function hiddenObjectAnomalies(
  input: Uint8Array,
  pdf: PdfDocument,
  history: RevisionHistory,
  endOfDocument: number,
): Finding[] {
  const { baseOffset, sections } = pdf.structure;
  const bytes = input.subarray(baseOffset, endOfDocument);
  const scan = scanFile(bytes, pdf, pdf.budget);
  const located = sections.length > 0;
  const unchained = unchainedRevisions(input, pdf);
  // Another rule already reports the objects of an unchained revision.
  const unplaced = unchained.length > 0 ? [] : located ? ghosts(bytes, pdf, scan) : duplicates(scan);
  return [
    ...unchained,
    ...unplaced,
    ...(located ? misplaced(bytes, history) : []),
    ...lengthConfusion(pdf),
    ...oddContents(pdf),
    ...latentCatalogs(pdf, scan),
  ];
}

/** Objects whose position no section of any revision lists. */
export function unlistedObjects(bytes: Uint8Array, pdf: PdfDocument, { objects }: Scan): ScannedObject[] {
  const places = new Set<number>();
  for (const { offset, entries } of pdf.structure.sections) {
    places.add(offset);
    for (const entry of entries.values()) if (entry.kind === 'offset') places.add(entry.offset);
  }
  const hybrid = pdf.structure.sections.flatMap(({ trailer }) => trailer.integer('XRefStm') ?? []);
  for (const offset of hybrid) places.add(offset);
  return outsideOfObjects(bytes, pdf, objects, places);
}

function ghosts(bytes: Uint8Array, pdf: PdfDocument, scan: Scan): Finding[] {
  const live = new Set(pdf.numbers());
  const unplaced = unlistedObjects(bytes, pdf, scan);
  const rivals = unplaced.filter(({ number }) => live.has(number));
  const strangers = unplaced.filter(({ number }) => !live.has(number));
  return [...about('RIVAL_OBJECTS', 'medium', rivals), ...about('UNLISTED_OBJECTS', 'medium', strangers)];
}

/** Leaves out objects inside of a known object, such as those of an embedded PDF in its stream. */
function outsideOfObjects(
  bytes: Uint8Array,
  pdf: PdfDocument,
  objects: readonly ScannedObject[],
  places: ReadonlySet<number>,
): ScannedObject[] {
  const outside: ScannedObject[] = [];
  let current: ScannedObject | undefined;
  let currentEnd = -1;
  for (const object of objects) {
    if (isPlaced(bytes, object, places)) {
      current = object;
      currentEnd = -1;
      continue;
    }
    if (current && currentEnd < 0)
      currentEnd = readIndirectObject(bytes, current.offset, pdf, pdf.budget)?.end ?? current.offset;
    if (object.offset >= currentEnd) outside.push(object);
  }
  return outside;
}

/** An offset to white space before the object is correct for every reader. */
function isPlaced(bytes: Uint8Array, { offset }: ScannedObject, places: ReadonlySet<number>): boolean {
  for (let at = offset; at >= 0 && at > offset - 8; at--) {
    if (places.has(at)) return true;
    const before = bytes[at - 1];
    if (before !== 0x20 && before !== 0x0a && before !== 0x0d && before !== 0x09) return false;
  }
  return false;
}

/** Without a cross-reference each reader makes its own choice between two objects with one number. */
function duplicates(scan: Scan): Finding[] {
  const seen = new Set<number>();
  const repeated = scan.objects.filter(({ number }) => seen.has(number) || !seen.add(number));
  return about('DUPLICATE_OBJECTS', 'medium', repeated);
}

function misplaced(bytes: Uint8Array, history: RevisionHistory): Finding[] {
  const numbers = misplacedObjects(bytes, history.entriesAfter(-1));
  const [first] = numbers;
  if (first === undefined) return [];
  return [anomaly('MISPLACED_OBJECTS', 'medium', { object: first }, { count: numbers.length })];
}

function lengthConfusion(pdf: PdfDocument): Finding[] {
  const { sections, encrypted } = pdf.structure;
  if (encrypted) return []; // decrypted data have another length
  for (const { entries } of sections) {
    for (const [number, entry] of entries) if (entry.kind === 'offset') pdf.object(number);
  }
  const repaired = pdf.problems.filter(({ code }) => code === 'stream-length');
  const confused = repaired.flatMap(({ objectNumber }) => {
    const stream = objectNumber === null ? null : pdf.object(objectNumber);
    if (!(stream instanceof Stream) || objectNumber === null) return [];
    const declared = stream.dict.integer('Length');
    const isOff = declared !== undefined && Math.abs(declared - stream.raw.length) > LINE_END_BYTES;
    return isOff ? [{ number: objectNumber, generation: 0, offset: -1 }] : [];
  });
  return about('STREAM_LENGTH_WRONG', 'medium', confused);
}

/** Content that is neither a stream nor a list of streams, such as a nested array. Some readers show it. */
function oddContents(pdf: PdfDocument): Finding[] {
  const odd = pdf.pages.filter(({ dict }) => {
    const contents = dict.get('Contents');
    const items = Array.isArray(contents) ? contents.map((item) => pdf.resolve(item)) : [contents];
    return items.some((item) => item !== null && !(item instanceof Stream));
  });
  if (odd.length === 0) return [];
  return [anomaly('PAGE_CONTENTS_MALFORMED', 'medium', { pages: odd.map(({ index }) => index) })];
}

/** A second catalog with its own pages, which an update could make the current one. */
function latentCatalogs(pdf: PdfDocument, scan: Scan): Finding[] {
  const root = pdf.trailer.raw('Root');
  const own = root instanceof Ref ? root.number : -1;
  const candidates = new Map(scan.catalogs.map((object) => [object.number, object]));
  const latent = [...candidates.values()].filter(({ number }) => {
    if (number === own) return false;
    const catalog = pdf.object(number);
    return catalog instanceof Dict && catalog.name('Type') === 'Catalog' && catalog.dict('Pages') !== undefined;
  });
  return pdf.structure.xrefRebuilt ? [] : about('SECOND_CATALOG', 'low', latent);
}

function about(finding: StandingFinding, severity: Severity, objects: readonly ScannedObject[]): Finding[] {
  const [first] = objects.toSorted((a, b) => a.number - b.number || a.offset - b.offset);
  if (!first) return [];
  return [anomaly(finding, severity, { object: first }, { count: objects.length })];
}
