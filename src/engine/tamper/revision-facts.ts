/**
 * The facts of the revisions of a file for the report: their bytes, their numbers of objects and the signatures that
 * cover them.
 */
import { MAX_NAMES_LISTED, MAX_REVISIONS_LISTED, type RevisionFacts, type Revisions } from '#engine/facts/report.ts';
import { type Coverage, readCoverage } from '#engine/signature/byte-range.ts';
import type { FoundSignature } from '#engine/signature/find.ts';
import type { Revision, RevisionHistory } from './revisions.ts';

interface Covering {
  readonly end: number;
  readonly name: string;
}

/** The bytes of a revision in its file, from `startByte` up to, and without, `endByte`. */
export interface Span {
  readonly startByte: number;
  readonly endByte: number;
}

/** The range of each revision, in order. A revision without an end continues to the end of the file. */
export function revisionSpans({ revisions }: RevisionHistory, sizeBytes: number): Span[] {
  const ends = revisions.map(({ end }) => (end < 0 ? sizeBytes : end));
  const ascending = [0, ...new Set(ends)].toSorted((a, b) => a - b);
  const startOf = new Map(ascending.map((end, index) => [end, ascending[index - 1] ?? 0]));
  return ends.map((endByte) => ({ startByte: startOf.get(endByte) ?? 0, endByte }));
}

/** Returns undefined if no cross-reference leads to any revision. */
export function revisionFacts(
  input: Uint8Array,
  history: RevisionHistory,
  signatures: readonly FoundSignature[],
): Revisions | undefined {
  const { revisions } = history;
  if (revisions.length === 0) return undefined;
  const coverings = signatures.flatMap(({ dict, fieldNames }) =>
    toCovering(readCoverage(dict, input), fieldNames[0] ?? ''),
  );
  const spans = revisionSpans(history, input.length);
  const known = new Set<number>();
  const all = revisions.map((revision, index): RevisionFacts => {
    const { startByte, endByte } = spans[index] ?? { startByte: 0, endByte: input.length };
    const names = coverings.filter(({ end }) => end >= endByte).map(({ name }) => name);
    return {
      number: index + 1,
      startByte,
      endByte,
      ...countObjects(revision, known),
      coveringSignatures: names.length,
      coveredBy: names.toSorted().slice(0, MAX_NAMES_LISTED),
    };
  });
  const listed = all.slice(-MAX_REVISIONS_LISTED);
  return { count: all.length, listed, notListed: all.length - listed.length };
}

function toCovering(coverage: Coverage | undefined, name: string): Covering[] {
  return coverage ? [{ end: coverage.end, name }] : [];
}

/** @param known the numbers that were used before; the call updates them */
function countObjects(
  { sections }: Revision,
  known: Set<number>,
): Pick<RevisionFacts, 'objectsAdded' | 'objectsChanged' | 'objectsFreed'> {
  const counts = { objectsAdded: 0, objectsChanged: 0, objectsFreed: 0 };
  const seen = new Set<number>();
  for (const { entries } of sections) {
    for (const [number, { kind }] of entries) {
      if (seen.has(number)) continue; // the newer section of a linearized pair has already counted it
      seen.add(number);
      if (kind !== 'free') {
        if (known.has(number)) counts.objectsChanged++;
        else counts.objectsAdded++;
        known.add(number);
      } else if (known.delete(number)) counts.objectsFreed++;
    }
  }
  return counts;
}
