/**
 * Finds signatures that a field of an earlier revision had and the document no longer has. An update that removes a
 * signature leaves it and its covered content in the file. The changes after it count as changes after a signature.
 */
import { viewOf } from '#platform';
import type { Finding } from '#engine/facts/report.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { readCoverage } from '#engine/signature/byte-range.ts';
import { findSignatures, type SignatureInventory } from '#engine/signature/find.ts';
import type { LaterChanges } from './later-changes.ts';
import { anomaly } from './finding.ts';
import { contentsOf } from './signature-rules.ts';

export interface RemovedSignature {
  readonly dict: Dict;
  /** The document at the time of the signature. */
  readonly pdf: PdfDocument;
  readonly name: string;
  /** The covered revision, from 0. */
  readonly revision: number;
  /** True if a remaining signature covers a later revision: its signer saw the document without this one. */
  readonly isSuperseded: boolean;
}

const BYTE_RANGE = '/ByteRange';
const FOUR_NUMBERS = /^\s*\[\s*0\s+\d{1,15}\s+(\d{1,15})\s+(\d{1,15})\s*\]/u;
const NUMBERS_LENGTH = 160;
/** Each one costs one more reading of the document, so only the newest are read. */
const MAX_VIEWS = 8;
const MAX_RANGES = 1000;

/** @param others other signature dictionaries of the document, which are reported separately */
export function removedSignatures(
  input: Uint8Array,
  later: LaterChanges,
  { signatures, usageRights }: SignatureInventory,
  others: readonly Dict[],
): readonly RemovedSignature[] {
  const kept = signatures.map(({ dict }) => dict);
  const known = [...kept, ...usageRights, ...others];
  const endsOf = (dicts: readonly Dict[]): number[] => dicts.flatMap((dict) => readCoverage(dict, input)?.end ?? []);
  const last = endsOf(kept).reduce((newest, end) => Math.max(newest, later.history.indexEndingBy(end)), -1);
  const values = new Set(known.map(contentsOf));
  const removed: RemovedSignature[] = [];
  for (const revision of revisionsCovered(input, later, new Set(endsOf(known)))) {
    for (const { pdf, dict, name } of signaturesOf(later, revision)) {
      const coverage = readCoverage(dict, input);
      if (!coverage || later.signedRevision(coverage) !== revision || values.has(contentsOf(dict))) continue;
      values.add(contentsOf(dict));
      removed.push({ pdf, dict, name, revision, isSuperseded: last > revision });
    }
  }
  return removed;
}

export function removalAnomalies(removed: readonly RemovedSignature[]): Finding[] {
  return removed.map(({ name, revision, isSuperseded }) =>
    anomaly(
      'SIGNATURE_TAKEN_OUT',
      isSuperseded ? 'medium' : 'high',
      { signatures: [name] },
      { revision: revision + 1 },
    ),
  );
}

/**
 * The earlier revisions, oldest first, that any `/ByteRange` in the bytes covers up to its end, without the given ones.
 */
function revisionsCovered(input: Uint8Array, later: LaterChanges, known: ReadonlySet<number>): readonly number[] {
  const { last } = later.history;
  const found = new Set<number>();
  const view = viewOf(input);
  let at = last > 0 ? view.indexOf(BYTE_RANGE) : -1;
  for (let tries = 0; at >= 0 && tries < MAX_RANGES; tries++, at = view.indexOf(BYTE_RANGE, at + 1)) {
    const from = at + BYTE_RANGE.length;
    const [, start, length] = FOUR_NUMBERS.exec(view.toString('latin1', from, from + NUMBERS_LENGTH)) ?? [];
    const end = Number(start) + Number(length);
    if (Number.isNaN(end) || known.has(end)) continue;
    const index = later.signedRevision({ gapStart: 0, gapEnd: 0, end });
    if (index >= 0 && index < last) found.add(index);
  }
  return [...found].toSorted((a, b) => a - b).slice(-MAX_VIEWS);
}

/** The signatures of fields. A revision that exceeds a limit itself is skipped. */
function signaturesOf({ history }: LaterChanges, revision: number) {
  try {
    const pdf = history.view(revision);
    return findSignatures(pdf).signatures.flatMap(({ dict, fieldNames: [name] }) =>
      name === undefined || isEmpty(dict) ? [] : [{ pdf, dict, name }],
    );
  } catch (error) {
    if (error instanceof PdfFailure) return [];
    throw error;
  }
}

/** A reserved value that was never filled. */
function isEmpty(signature: Dict): boolean {
  return signature.string('Contents')?.bytes.every((byte) => byte === 0) ?? true;
}
