/** Timelines for tests. */
import type { RevisionTimeline, SignatureReach, TimelineRevision } from '#domain/revisions.ts';

export function revisionOf(number: number, startByte: number, endByte: number): TimelineRevision {
  return {
    number,
    startByte,
    endByte,
    crossReference: 'table',
    stated: null,
    objects: { repointed: 0, replaced: number === 1 ? 0 : 1, added: number === 1 ? 8 : 0, freed: 0, rewritten: 0 },
    entriesRepeated: 0,
    onlyRepoints: false,
    kinds: [],
    isCompared: true,
    listed: [],
    notListed: 0,
  };
}

export function timelineOf(ends: readonly number[], signatures: readonly SignatureReach[] = []): RevisionTimeline {
  const revisions = ends.map((end, index) => revisionOf(index + 1, ends[index - 1] ?? 0, end));
  return {
    sizeBytes: ends.at(-1) ?? 0,
    crossReference: 'followed',
    count: ends.length,
    revisions,
    notListed: 0,
    signatureCount: signatures.length,
    signatures,
    trailing: null,
  };
}

export const SIGNATURE: SignatureReach = {
  fieldName: 'Signature1',
  isTimestamp: false,
  byteRange: [0, 100, 300, 600],
  gap: 'exact',
  endByte: 900,
  revision: 1,
  coversWholeFile: false,
  followedBy: { bytes: 100, onlyWhiteSpace: false, revisions: 1 },
};
