/**
 * Finds data after the end of the file (ISO 32000-2, 7.5.5), which is the last `%%EOF` that belongs to a
 * cross-reference.
 */
import { type ByteView, compareBytes, viewOf } from '#platform';
import type { Finding, Severity } from '#engine/facts/report.ts';
import { isWhiteSpace, latin1, Lexer } from '#engine/pdf/syntax/lexer.ts';
import { startsWith } from '#engine/pdf/read/loader.ts';
import { anomaly } from './finding.ts';
import { endOfFileMarkerAfter, isBlank } from '#engine/pdf/syntax/byte-search.ts';

const TEXT_LIMIT_BYTES = 1024;
/** The number of `startxref` that are tried from the end before the file counts as one without an end. */
const MAX_TRIES = 64;
/** The greatest distance in bytes from the stated position at which a cross-reference table is searched. */
const MAX_OFFSET_ERROR = 32;

export interface TrailingData {
  readonly from: number;
  readonly severity: Severity;
  readonly holdsObjects: boolean;
  readonly holdsXref: boolean;
}

/**
 * Returns null if only white space follows or the file has no end.
 * @param lastRevisionEnd the end of the revision that is last in the file; -1 if the cross-reference is unreadable
 */
export function findTrailingData(input: Uint8Array, baseOffset = 0, lastRevisionEnd = -1): TrailingData | null {
  const end = lastRevisionEnd >= 0 ? lastRevisionEnd : endOfDocument(input, baseOffset);
  if (end < 0 || isBlank(input, end)) return null;
  if (repeatsDocument(input, end)) return { from: end, severity: 'low', holdsObjects: false, holdsXref: false };
  const data = input.subarray(end);
  const view = viewOf(data);
  const holdsObjects = /\d\s+obj\b/.test(latin1(view)) || view.includes('%PDF-', 0, 'latin1');
  const severity = holdsObjects || holdsPayload(view) ? 'high' : isShortText(data) ? 'low' : 'medium';
  return { from: end, severity, holdsObjects, holdsXref: view.includes('startxref', 0, 'latin1') };
}

export function trailingAnomalies(input: Uint8Array, trailing: TrailingData | null): Finding[] {
  if (!trailing) return [];
  const { from, holdsObjects, holdsXref } = trailing;
  const severity = holdsXref && holdsObjects ? 'critical' : trailing.severity;
  const finding = holdsObjects ? 'TRAILING_OBJECTS' : severity === 'high' ? 'TRAILING_PAYLOAD' : 'TRAILING_DATA';
  return [anomaly(finding, severity, { byteRange: [from, input.length] }, { bytes: input.length - from })];
}

/**
 * Returns the position after the `%%EOF` of the last `startxref` that leads to a cross-reference; -1 if there is none.
 * The very last one may lead near a cross-reference, unless one document ends before it and another one starts.
 */
function endOfDocument(input: Uint8Array, baseOffset: number): number {
  const view = viewOf(input);
  const last = view.lastIndexOf('startxref', undefined, 'latin1');
  const near = last >= 0 && leadsTo(isXrefNear, input, baseOffset, last) ? endOfFileMarkerAfter(view, last) : -1;
  let at = last;
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++) {
    if (leadsTo(isXrefAt, input, baseOffset, at)) {
      const end = endOfFileMarkerAfter(view, at);
      const begin = view.indexOf('%PDF-', Math.max(0, end), 'latin1');
      return near >= 0 && (begin < 0 || begin > last) ? near : end;
    }
    at = at === 0 ? -1 : view.lastIndexOf('startxref', at - 1, 'latin1');
  }
  const marker = view.lastIndexOf('%%EOF', undefined, 'latin1');
  return near >= 0 || marker < 0 ? near : marker + '%%EOF'.length;
}

function leadsTo(
  isXref: (input: Uint8Array, position: number) => boolean,
  input: Uint8Array,
  baseOffset: number,
  startXref: number,
): boolean {
  const value = numberAt(input, startXref + 'startxref'.length);
  if (value === undefined || value <= 0) return false;
  return [0, baseOffset].some((base) => isXref(input, base + value));
}

/** Writers that count line ends differently write offsets that are wrong by a few bytes. */
function isXrefNear(input: Uint8Array, position: number): boolean {
  const from = Math.max(0, position - MAX_OFFSET_ERROR);
  return /(?<!start)xref/.test(latin1(input.subarray(from, position + MAX_OFFSET_ERROR)));
}

/** Whether a cross-reference table, or an object such as a cross-reference stream, starts at a position. */
export function isXrefAt(input: Uint8Array, position: number): boolean {
  if (position >= input.length) return false;
  const lexer = new Lexer(input, position);
  lexer.skipWhiteSpace();
  if (startsWith(input, lexer.position, 'xref')) return true;
  return (
    lexer.next() === 'number' &&
    lexer.next() === 'number' &&
    lexer.next() === 'keyword' &&
    lexer.keyword.startsWith('obj')
  );
}

export function numberAt(input: Uint8Array, position: number): number | undefined {
  const lexer = new Lexer(input, position);
  return lexer.next() === 'number' && typeof lexer.number === 'number' ? lexer.number : undefined;
}

/** A program that appends its output to an old file writes the same document twice, and every reader shows the same. */
function repeatsDocument(input: Uint8Array, end: number): boolean {
  let start = end;
  while (isWhiteSpace(input[start])) start++;
  const length = input.length - start;
  return length >= end && compareBytes(input.subarray(0, length), input.subarray(start)) === 0;
}

/** Whether the data contain programs, archives or scripts. */
function holdsPayload(view: ByteView): boolean {
  const start = latin1(view, 0, Math.min(view.length, 64)).trimStart();
  if (start.startsWith('MZ') || start.startsWith('#!')) return true;
  return ['PK\x03\x04', '\x7fELF', '<script', '<SCRIPT', 'Rar!\x1a', '7z\xbc\xaf\x27\x1c'].some((mark) =>
    view.includes(mark, 0, 'latin1'),
  );
}

function isShortText(data: Uint8Array): boolean {
  return (
    data.length < TEXT_LIMIT_BYTES && data.every((byte) => byte === 0 || byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d))
  );
}
