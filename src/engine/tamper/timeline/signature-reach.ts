/** The reach of each signature of a file and the data after it. */
import { MAX_SIGNATURES_LISTED, type SignatureReach } from '#engine/facts/revisions.ts';
import type { PdfObject } from '#engine/pdf/syntax/objects.ts';
import { classifyGap, readCoverage } from '#engine/signature/byte-range.ts';
import { fieldsOf, type FoundSignature } from '#engine/signature/find.ts';
import type { LaterChanges } from '#engine/tamper/later-changes.ts';

/** A valid range has four numbers. */
const MAX_NUMBERS = 8;

/**
 * Sorts by the end of the covered bytes. A signature in several fields is listed for each, as each field has its own
 * result.
 */
export function signatureReaches(
  input: Uint8Array,
  later: LaterChanges,
  signatures: readonly FoundSignature[],
): SignatureReach[] {
  return signatures
    .flatMap((signature) => {
      const reach = reachOf(input, later, signature);
      return fieldsOf(signature).map((fieldName) => ({ fieldName, ...reach }));
    })
    .toSorted((a, b) => (a.endByte ?? 0) - (b.endByte ?? 0) || (a.fieldName < b.fieldName ? -1 : 1))
    .slice(0, MAX_SIGNATURES_LISTED);
}

function reachOf(
  input: Uint8Array,
  later: LaterChanges,
  { dict, isTimestamp }: FoundSignature,
): Omit<SignatureReach, 'fieldName'> {
  const named = { isTimestamp, byteRange: numbersOf(dict.get('ByteRange')) };
  const coverage = readCoverage(dict, input);
  if (!coverage)
    return { ...named, gap: null, endByte: null, revision: null, coversWholeFile: false, followedBy: null };
  const gap = classifyGap(coverage, dict, input);
  const revision = later.signedRevision(coverage) + 1;
  const onlyWhiteSpace = !later.continueAfter(coverage);
  const { revisions } = later.history;
  return {
    ...named,
    gap,
    endByte: coverage.end,
    revision: revision === 0 ? null : revision,
    coversWholeFile: gap !== 'foreign' && onlyWhiteSpace,
    followedBy: {
      bytes: input.length - coverage.end,
      onlyWhiteSpace,
      revisions: revisions.filter(({ end }) => end > coverage.end).length,
    },
  };
}

function numbersOf(range: PdfObject): number[] | null {
  if (!Array.isArray(range) || range.length > MAX_NUMBERS) return null;
  const numbers = range.flatMap((item) => (typeof item === 'number' && Number.isSafeInteger(item) ? [item] : []));
  return numbers.length === range.length ? numbers : null;
}
