/** Checks the header: its position, its version and the bytes before it (ISO 32000-2, 7.5.2). */
import type { PlaceParts } from '#engine/facts/finding.ts';
import type { Finding } from '#engine/facts/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { isBlank } from '#engine/pdf/syntax/byte-search.ts';
import type { RevisionHistory } from './revisions.ts';
import { anomaly } from './finding.ts';

const SEARCHED_BYTES = 8192;
/** The length of `%PDF-1.7`. */
const HEADER_BYTES = 8;
/** Readers have always searched the header in the first kilobyte. */
const CUSTOMARY_BYTES = 1024;
const KNOWN_VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7', '2.0']);

export function headerAnomalies(
  input: Uint8Array,
  pdf: PdfDocument | null,
  history: RevisionHistory | null,
): Finding[] {
  const head = latin1(input, 0, Math.min(input.length, SEARCHED_BYTES));
  const offset = head.indexOf('%PDF-');
  if (offset < 0) return [anomaly('HEADER_MISSING', 'medium', { byteRange: [0, 1023] })];
  const version = /^%PDF-(\d\.\d)(?!\d)/.exec(head.slice(offset, offset + 10))?.[1];
  return [...placeAnomalies(input, offset), ...versionAnomalies(version, placeOfHeader(offset), pdf, history)];
}

function placeAnomalies(input: Uint8Array, offset: number): Finding[] {
  const found: Finding[] = [];
  const markLength = input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf ? 3 : 0; // a UTF-8 byte order mark
  if (!isBlank(input, markLength, offset))
    found.push(anomaly('DATA_BEFORE_HEADER', 'medium', { byteRange: [0, offset] }, { bytes: offset }));
  if (offset > CUSTOMARY_BYTES)
    found.push(anomaly('HEADER_DISPLACED', 'medium', placeOfHeader(offset), { position: offset }));
  return found;
}

function placeOfHeader(offset: number): PlaceParts {
  return { byteRange: [offset, offset + HEADER_BYTES] };
}

function versionAnomalies(
  version: string | undefined,
  place: PlaceParts,
  pdf: PdfDocument | null,
  history: RevisionHistory | null,
): Finding[] {
  if (version === undefined) return [anomaly('VERSION_MALFORMED', 'medium', place)];
  if (!KNOWN_VERSIONS.has(version)) return [anomaly('VERSION_UNKNOWN', 'medium', place, { version })];
  if (!pdf) return [];
  const stated = pdf.catalog.name('Version');
  if (stated !== undefined && !KNOWN_VERSIONS.has(stated))
    return [anomaly('CATALOG_VERSION_UNKNOWN', 'medium', {}, { version: printable(stated) })];
  if (stated !== undefined && stated !== version && !isUpgradedLater(version, stated, history))
    return [anomaly('VERSIONS_DIFFER', 'low', place, { version, otherVersion: stated })];
  const newest = stated !== undefined && stated > version ? stated : version;
  const usesStreams = pdf.structure.hasObjectStreams || pdf.structure.sections.some(({ kind }) => kind === 'stream');
  if (!usesStreams || newest >= '1.5') return [];
  return [anomaly('VERSION_TOO_LOW', 'low', place, { version: newest })];
}

/** An update declares new features by a higher version (7.5.2). */
function isUpgradedLater(header: string, stated: string, history: RevisionHistory | null): boolean {
  if (stated < header || !history || history.last < 1) return false;
  return history.view(0).trailer.dict('Root')?.name('Version') !== stated;
}

function printable(text: string): string {
  return text.slice(0, 16).replace(/[^\x20-\x7e]/g, '?');
}
