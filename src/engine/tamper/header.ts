/** Rules on the header: its place, its version and what stands before it (ISO 32000-2, 7.5.2). */
import type { Anomaly } from '#domain/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { latin1 } from '#engine/pdf/syntax/lexer.ts';
import { byteRangeText, isBlank } from '#engine/pdf/syntax/byte-search.ts';
import type { RevisionHistory } from './revisions.ts';

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
  if (offset < 0) return [mismatch('medium', 'The file has no PDF header.', 'bytes 0-1023')];
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
    found.push({
      type: 'SHADOW_CONTENT_DETECTED',
      severity: 'medium',
      description: `Data stands before the PDF header (${offset} bytes).`,
      location: byteRangeText(0, offset),
    });
  }
  if (offset > CUSTOMARY_BYTES) {
    found.push(
      mismatch('medium', `The PDF header stands ${offset} bytes into the file.`, byteRangeText(offset, offset + 8)),
    );
  }
  return found;
}

function versionAnomalies(
  version: string | undefined,
  location: string,
  pdf: PdfDocument | null,
  history: RevisionHistory | null,
): Anomaly[] {
  if (version === undefined) return [mismatch('medium', 'The PDF header has no well-formed version.', location)];
  if (!KNOWN_VERSIONS.has(version))
    return [mismatch('medium', `The PDF header has the unknown version ${version}.`, location)];
  if (!pdf) return [];
  const stated = pdf.catalog.name('Version');
  if (stated !== undefined && !KNOWN_VERSIONS.has(stated)) {
    return [
      mismatch('medium', `The document catalog has the unknown version ${printable(stated)}.`, 'document catalog'),
    ];
  }
  if (stated !== undefined && stated !== version && !isUpgradedLater(version, stated, history)) {
    return [mismatch('low', `The header says version ${version}, the document catalog ${stated}.`, location)];
  }
  const newest = stated !== undefined && stated > version ? stated : version;
  const usesStreams = pdf.structure.hasObjectStreams || pdf.structure.sections.some(({ kind }) => kind === 'stream');
  if (!usesStreams || newest >= '1.5') return [];
  return [
    mismatch(
      'low',
      `The file says version ${newest} and uses cross-reference or object streams of version 1.5.`,
      location,
    ),
  ];
}

/** A higher version set by an update is how updates declare new features (7.5.2). */
function isUpgradedLater(header: string, stated: string, history: RevisionHistory | null): boolean {
  if (stated < header || !history || history.last < 1) return false;
  return history.view(0).trailer.dict('Root')?.name('Version') !== stated;
}

function printable(text: string): string {
  return text.slice(0, 16).replace(/[^\x20-\x7e]/g, '?');
}

function mismatch(severity: Anomaly['severity'], description: string, location: string): Anomaly {
  return { type: 'HEADER_VERSION_MISMATCH', severity, description, location };
}
