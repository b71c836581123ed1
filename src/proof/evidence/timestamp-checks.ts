/** When a signature existed, as an authority says that is not the one who signed (RFC 3161). */
import { member } from '#src/proof/verify/members.ts';
import type { TimestampVerification } from '#src/proof/timestamp/verify.ts';
import type { Given } from './given.ts';
import { findKey, kidOf, type Keys } from './statements.ts';
import type { Check, Trust } from './verdict.ts';

export const TIMESTAMP = 'timestamp';

/**
 * One for each attestation that has a timestamp, and one for each certificate that cannot be read. An archive cannot
 * choose its own trust anchors, so certificates count only if they were given separately.
 */
export async function timestamps(given: readonly Given[], keys: Keys, trust: Trust): Promise<Check[]> {
  const stamped = given.filter((thing) => thing.kind === 'attestation').filter(({ value }) => hasTimestamp(value));
  if (stamped.length === 0) return [];
  const loaded = await trust.loadTimestamps();
  if (loaded === null) return [NOT_LOADED];
  const { isCertificate, verifyTimestamp } = loaded;
  const dropped = given.filter((thing) => thing.kind === 'authority').filter(({ origin }) => origin === 'file');
  const readable = dropped.filter(({ certificate }) => isCertificate(certificate));
  const authorities = readable.map(({ certificate }) => certificate);
  const checks = stamped.map(async ({ value }) => {
    const { set: keySet } = await findKey(kidOf(value), keys);
    return checkOf(await verifyTimestamp(value, { authorities, keySet, now: trust.now }), authorities.length > 0);
  });
  const unreadable = dropped.filter((one) => !readable.includes(one));
  return [...(await Promise.all(checks)), ...unreadable.map(({ name }) => unreadableCheck(name))];
}

export function hasTimestamp(attestation: unknown): boolean {
  return member(member(attestation, 'signature'), 'timestamp') !== undefined;
}

function checkOf({ reason, time, authority }: TimestampVerification, hasAuthorities: boolean): Check {
  const facts = [['Time', time] as const, ['The authority calls itself', authority || 'nothing'] as const];
  if (reason === null) {
    const title = 'An authority whose certificate was given says when the signature existed.';
    return { id: TIMESTAMP, state: 'pass', title, detail: 'Its clock is not that of the service that signed.', facts };
  }
  if (reason === 'untrusted' && hasAuthorities) {
    const title = 'The timestamp was not checked: none of the authorities that were given made it.';
    const detail = 'It is about this signature. Anybody can make such a timestamp, and give it any time.';
    return { id: TIMESTAMP, state: 'unknown', title, detail, facts };
  }
  if (reason === 'untrusted') {
    const title = 'The timestamp was not checked: no authority that you trust was given.';
    const detail =
      'Anybody can make such a timestamp, and give it any time. Give the certificate of an authority that you trust as well.';
    return { id: TIMESTAMP, state: 'unknown', title, detail, facts };
  }
  return { id: TIMESTAMP, state: 'fail', ...FAILURES[reason], facts };
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
  time_invalid: {
    title: 'The time of the timestamp cannot be true.',
    detail: 'It is before the attestation was issued or its key existed, after the key retired, or in the future.',
  },
} as const;

const NOT_LOADED: Check = {
  id: TIMESTAMP,
  state: 'unknown',
  title: 'The timestamp could not be checked: the code that reads it could not be loaded.',
  detail: 'Start over, or load the page anew.',
};

function unreadableCheck(name: string): Check {
  const title = `“${name}” could not be read. It begins as a certificate, and is none.`;
  return { id: 'authority', state: 'fail', title, detail: 'Nothing in it was looked at.' };
}
