/** What a revision did, and what a signature covers, in words. Names in them come from the file. */
import type {
  ChangeCounts,
  ObjectChange,
  RevisionTimeline,
  SignatureReach,
  TimelineRevision,
} from '#domain/revisions.ts';
import type { VerificationLike } from './facts.ts';
import { verdictOn } from './signature-words.ts';
import { grouped, listed, named, statedName } from './words.ts';

/** What people read of each kind of change, the gravest first. */
const CHANGES: readonly (readonly [ObjectChange, string])[] = [
  ['repointed', 'brought back'],
  ['replaced', 'replaced'],
  ['added', 'added'],
  ['freed', 'taken out'],
  ['rewritten', 'written again'],
];
const CHANGE_WORDS: ReadonlyMap<string, string> = new Map(CHANGES);

/** A later version may name a change that this page does not know. */
export function changeWord(change: string): string {
  return CHANGE_WORDS.get(change) ?? change.toLowerCase().replaceAll('_', ' ');
}

/** `2 objects replaced, 1 added`. */
export function countWords(counts: ChangeCounts): string {
  const parts = CHANGES.map(([change, word]) => ({ count: counts[change], word })).filter(({ count }) => count > 0);
  if (parts.length === 0) return 'no object changed';
  return parts
    .map(({ count, word }, index) =>
      index === 0 ? `${count} ${count === 1 ? 'object' : 'objects'} ${word}` : `${count} ${word}`,
    )
    .join(', ');
}

export function revisionTitle({ number }: Pick<TimelineRevision, 'number'>): string {
  return number === 1 ? 'Revision 1, the first' : `Revision ${number}`;
}

export function revisionSummary(revision: TimelineRevision): string {
  const { number, objects, onlyRepoints } = revision;
  if (number === 1) return `The document as it was first saved: ${countWords(objects)}.`;
  if (onlyRepoints)
    return 'It brings no object of its own, and only says that other bytes, which were in the file before, are to be shown. Honest programs have no use for that.';
  return `Saved again: ${countWords(objects)}.`;
}

/** What the report tells of the same signature: whether it holds is not told with the revisions. */
export type Holding = VerificationLike;

/** Null if the report has no signature with this name, or more than one. */
export function holdingOf({ fieldName }: SignatureReach, results: readonly Holding[]): Holding | null {
  const [result, rival] = results.filter((one) => one.fieldName === fieldName);
  return rival === undefined ? (result ?? null) : null;
}

export function signatureTitle({ fieldName, isTimestamp }: SignatureReach, holding: Holding | null): string {
  const kind = isTimestamp ? 'Timestamp' : 'Signature';
  const name = statedName(holding?.signerName ?? null);
  const isTrusted = holding !== null && verdictOn(holding).tone === 'good';
  const by =
    name === null ? '' : ` of ${named(name)}${isTrusted ? '' : ' (name taken from the certificate, not verified)'}`;
  return `${kind}${by}, ${fieldName === '' ? 'without a field' : `field ${named(fieldName)}`}`;
}

export function coverageWords(signature: SignatureReach, { count }: RevisionTimeline): string {
  const { endByte, revision, coversWholeFile, followedBy, gap } = signature;
  if (endByte === null) return 'Covers nothing that can be told.';
  const hole = gap === 'foreign' ? ' It leaves out more than its own value.' : '';
  if (coversWholeFile) return `Covers the whole file.${hole}`;
  const covered =
    revision === null
      ? `Covers up to byte ${endByte}, which is the end of no revision.`
      : `Covers revision ${revision} of ${count} and what is before it.`;
  const later =
    followedBy === null || followedBy.bytes === 0
      ? ''
      : ` ${grouped(followedBy.bytes)} bytes follow it that it does not cover.`;
  return `${covered}${later}${hole}`;
}

/** Which signatures cover a revision whole. */
export function coveringWords(number: number, { signatures, signatureCount }: RevisionTimeline): string {
  const covering = signatures.filter(({ revision }) => revision !== null && revision >= number);
  if (covering.length > 0)
    return `covered by ${listed(covering.map(({ fieldName }) => (fieldName === '' ? 'one without a field' : named(fieldName))))}`;
  return signatureCount === 0 ? 'none in the file' : 'covered by none';
}
