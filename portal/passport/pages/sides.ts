/** The comparable states of a document, and the two requested ones. */
import type { Revisions, Submission } from '#portal/api/answers.ts';
import { verdictOn } from '#domain/verdict/signature-words.ts';
import { holdingOf } from '#domain/verdict/revision-words.ts';
import { named, statedName } from '#domain/verdict/words.ts';

/** A state of the document: where its bytes come from, and what it is called. */
export interface Side {
  /** The id in addresses: `revision-2`, `original` or `canonical`. */
  readonly id: string;
  readonly label: string;
  readonly bytes:
    | { readonly of: 'original'; readonly endByte: number | null }
    | { readonly of: 'artifact'; readonly sha256: string };
}

export interface Pair {
  readonly left: Side;
  readonly right: Side;
}

type Facts = Pick<Submission, 'normalized' | 'security'> & {
  readonly links: Pick<Submission['links'], 'original'>;
};
type Timeline = Pick<Revisions, 'revisions' | 'signatures' | 'count' | 'trailing'>;

const BETWEEN = '..';
/** The state that the service has made. */
export const CANONICAL = 'canonical';

/** All states there are of the document, the oldest first. */
export function sidesOf(submission: Facts, timeline: Timeline | null): readonly Side[] {
  const { normalized, links } = submission;
  const revisions = links.original === null ? [] : (timeline?.revisions ?? []);
  const isWholeFile = revisions.length > 0 && timeline?.trailing === null;
  const sides: Side[] = revisions.map(({ number, endByte }) => ({
    id: `revision-${number}`,
    label: labelOf(number, submission, timeline),
    bytes: { of: 'original', endByte },
  }));
  // The newest revision is the file as it was sent, where nothing follows it.
  if (links.original !== null && !isWholeFile) {
    const label = revisions.length > 0 ? 'As it was sent, with all later revisions' : 'As it was sent';
    sides.push({ id: 'original', label, bytes: { of: 'original', endByte: null } });
  }
  if (normalized) {
    const { sha256 } = normalized;
    sides.push({ id: CANONICAL, label: 'Canonical form', bytes: { of: 'artifact', sha256 } });
  }
  return sides;
}

/**
 * The requested pair, or the most informative one: the last signed state and the current one, if the document changed
 * after a signature; otherwise the original and the canonical PDF. Null without two states.
 */
export function pairOf(sides: readonly Side[], timeline: Timeline | null, asked: string | undefined): Pair | null {
  const sideOf = (id: string | undefined) => sides.find((side) => side.id === id);
  const [left, right] = (asked ?? '').split(BETWEEN).map(sideOf);
  if (left && right) return { left, right };
  const newest = sides.findLast(({ bytes }) => bytes.of === 'original');
  const signed = sideOf(`revision-${lastSigned(timeline)}`);
  if (signed && newest && signed !== newest) return { left: signed, right: newest };
  const last = sides.at(-1);
  const before = newest === last ? sides.at(-2) : newest;
  return before && last && before !== last ? { left: before, right: last } : null;
}

/** The id of a pair in addresses. */
export function pairId({ left, right }: Pair): string {
  return left.id + BETWEEN + right.id;
}

/** A timestamp is no signature of a person, because its authority does not read the document. */
function lastSigned(timeline: Timeline | null): number {
  const reached = timeline?.signatures.filter(({ isTimestamp }) => !isTimestamp).map(({ revision }) => revision ?? 0);
  return Math.max(0, ...(reached ?? []));
}

function labelOf(number: number, { security }: Facts, timeline: Timeline | null): string {
  const place = `Revision ${number}`;
  const signature = timeline?.signatures.findLast(({ revision, isTimestamp }) => revision === number && !isTimestamp);
  if (signature) {
    const verified = holdingOf(signature, security.signatureVerificationResults ?? []);
    const name = statedName(verified?.signerName ?? null);
    if (verified === null || name === null) return `${place}, signed`;
    // A certificate can contain any name.
    const claim = verdictOn(verified).tone === 'good' ? '' : ' (not verified)';
    return `${place}, signed by ${named(name)}${claim}`;
  }
  if (timeline?.count === 1) return 'As it was sent';
  if (number === timeline?.count) return `${place}, as it is now`;
  return number === 1 ? `${place}, as first saved` : `${place}, saved later`;
}
