/** Rules on the header: its place, its version and what stands before it (ISO 32000-2, 7.5.2). */
import type { Anomaly } from '#domain/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { byteRangeText, isBlank } from '#engine/pdf/syntax/byte-search.ts';
import type { RevisionHistory } from './revisions.ts';
import { anomaly } from './sentences.ts';

const SEARCHED_BYTES = 8192;
/** Readers have long looked for the header in the first kilobyte. */
const CUSTOMARY_BYTES = 1024;
const KNOWN_VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7', '2.0']);

export function headerAnomalies(
  input: Uint8Array,
  pdf: PdfDocument | null,
  history: RevisionHistory | null,
): Anomaly[] {
  const head = latin1(input, 0, Math.min(input.length, SEARCHED_BYTES));
  const offset = head.indexOf('%PDF-');
  if (offset < 0) {
    const technical = `no %PDF- in the first ${SEARCHED_BYTES} bytes`;
    return [anomaly('no-header', 'medium', { technical, location: 'bytes 0-1023' })];
  }
  const version = /^%PDF-(\d\.\d)(?!\d)/.exec(head.slice(offset, offset + 10))?.[1];
  return [
    ...placeAnomalies(input, offset),
    ...versionAnomalies(version, byteRangeText(offset, offset + 8), pdf, history),
  ];
}

function placeAnomalies(input: Uint8Array, offset: number): Anomaly[] {
  const found: Anomaly[] = [];
  const markLength = input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf ? 3 : 0; // a UTF-8 byte order mark
  if (!isBlank(input, markLength, offset)) {
    const technical = `${offset} bytes before the PDF header`;
    found.push(anomaly('data-before-header', 'medium', { technical, location: byteRangeText(0, offset) }));
  }
  if (offset > CUSTOMARY_BYTES) {
    const technical = `PDF header at byte ${offset}`;
    found.push(anomaly('header-far', 'medium', { technical, location: byteRangeText(offset, offset + 8) }));
  }
  return found;
}

function versionAnomalies(
  version: string | undefined,
  location: string,
  pdf: PdfDocument | null,
  history: RevisionHistory | null,
): Anomaly[] {
  if (version === undefined)
    return [
      anomaly('version-malformed', 'medium', { technical: 'no well-formed version in the PDF header', location }),
    ];
  if (!KNOWN_VERSIONS.has(version))
    return [anomaly('version-unknown', 'medium', { version, technical: `PDF header ${version}`, location })];
  if (!pdf) return [];
  const stated = pdf.catalog.name('Version');
  if (stated !== undefined && !KNOWN_VERSIONS.has(stated)) {
    const facts = { version: printable(stated), location: 'document catalog' };
    return [anomaly('version-unknown', 'medium', { ...facts, technical: `catalog /Version ${printable(stated)}` })];
  }
  if (stated !== undefined && stated !== version && !isUpgradedLater(version, stated, history)) {
    const technical = `PDF header ${version}, catalog /Version ${stated}`;
    return [anomaly('version-differs', 'low', { version, otherVersion: stated, technical, location })];
  }
  const newest = stated !== undefined && stated > version ? stated : version;
  const usesStreams = pdf.structure.hasObjectStreams || pdf.structure.sections.some(({ kind }) => kind === 'stream');
  if (!usesStreams || newest >= '1.5') return [];
  const technical = 'cross-reference or object streams, of version 1.5';
  return [anomaly('version-too-low', 'low', { version: newest, technical, location })];
}

/** A higher version set by an update is how updates declare new features (7.5.2). */
function isUpgradedLater(header: string, stated: string, history: RevisionHistory | null): boolean {
  if (stated < header || !history || history.last < 1) return false;
  return history.view(0).trailer.dict('Root')?.name('Version') !== stated;
}

function printable(text: string): string {
  return text.slice(0, 16).replace(/[^\x20-\x7e]/g, '?');
}
