/** When a signature existed, as an authority says that is not the one who signed (RFC 3161). */
import { member } from '#src/proof/verify/members.ts';
import type { TimestampVerification } from '#src/proof/timestamp/verify.ts';
import { Source } from '#portal/ui/lazy/source.ts';
import type { Given } from './given.ts';
import type { Check } from './verdict.ts';

const ID = 'timestamp';
/** What reads certificates is as large as the rest of the page, which does not wait for it. */
const verifier = new Source(() => import('#src/proof/timestamp/verify.ts'));

/** Fetches it before it is needed, for a tab that needs no network any more. Never rejects. */
export function loadVerifier(): Promise<void> {
  return verifier.load();
}

/**
 * One for each attestation that has a timestamp, and one for each certificate that cannot be read. Whoever made an archive is
 * not believed about whom to believe: certificates count that were dropped by themselves.
 */
export async function timestamps(given: readonly Given[]): Promise<Check[]> {
  const stamped = given.filter((thing) => thing.kind === 'attestation').filter(({ value }) => hasTimestamp(value));
  if (stamped.length === 0) return [];
  // Not `ask`, which may load the page anew: what was dropped would be gone.
  await verifier.load();
  const { value: loaded } = verifier.get();
  if (loaded === null) return [NOT_LOADED];
  const { isCertificate, verifyTimestamp } = loaded;
  const dropped = given.filter((thing) => thing.kind === 'authority').filter(({ origin }) => origin === 'file');
  const readable = dropped.filter(({ certificate }) => isCertificate(certificate));
  const authorities = readable.map(({ certificate }) => certificate);
  const checks = stamped.map(async ({ value }) =>
    checkOf(await verifyTimestamp(value, { authorities }), authorities.length > 0),
  );
  const unreadable = dropped.filter((one) => !readable.includes(one));
  return [...(await Promise.all(checks)), ...unreadable.map(({ name }) => unreadableCheck(name))];
}

function hasTimestamp(attestation: unknown): boolean {
  return member(member(attestation, 'signature'), 'timestamp') !== undefined;
}

function checkOf({ reason, time, authority }: TimestampVerification, hasAuthorities: boolean): Check {
  const facts = [['Time', time] as const, ['The authority calls itself', authority || 'nothing'] as const];
  if (reason === null) {
    const title = 'An authority whose certificate was given says when the signature existed.';
    return { id: ID, state: 'pass', title, detail: 'Its clock is not that of the service that signed.', facts };
  }
  if (reason === 'untrusted' && hasAuthorities) {
    const title = 'The timestamp is of none of the authorities that were given.';
    const detail =
      'It is about this signature and unchanged, but no way leads from it to a certificate that was dropped.';
    return { id: ID, state: 'unknown', title, detail, facts };
  }
  if (reason === 'untrusted') {
    const title = 'It has a timestamp, which is about this signature and unchanged.';
    const detail = 'Whose clock it is, was not checked: drop the certificate of an authority that you trust as well.';
    return { id: ID, state: 'pass', title, detail, facts };
  }
  return { id: ID, state: 'fail', ...FAILURES[reason] };
}

const FAILURES = {
  // Not asked for where there is none.
  absent: { title: 'It has no timestamp.', detail: '' },
  malformed: {
    title: 'The timestamp is not in the form that one has.',
    detail: 'It is no token of one authority (RFC 3161).',
  },
  mismatch: {
    title: 'The timestamp is about another signature.',
    detail: 'Somebody has put the timestamp of another attestation into this one.',
  },
  signature_invalid: {
    title: 'The timestamp does not hold.',
    detail: 'It was changed after it was made, or whoever made it may not stamp times.',
  },
} as const;

const NOT_LOADED: Check = {
  id: ID,
  state: 'unknown',
  title: 'The timestamp could not be checked: this page could not load what reads it.',
  detail: 'Start over, or load the page anew.',
};

function unreadableCheck(name: string): Check {
  const title = `“${name}” could not be read. It begins as a certificate, and is none.`;
  return { id: 'authority', state: 'fail', title, detail: 'Nothing in it was looked at.' };
}
