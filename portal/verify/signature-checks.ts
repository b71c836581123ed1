/** Signatures, and the keys that made them: which, whose, and when. */
import type { Statement } from './statements.ts';
import { type Check, FORMS, type Trust } from './verdict.ts';

export function signature({ form, reason, kid, source, isMisnamed }: Statement, hasKeySet: boolean): Check {
  const id = `signature-${form}`;
  const name = FORMS[form];
  const facts = [['Key', kid || 'not named']] as const;
  if (isMisnamed) {
    const detail =
      'A key’s name is made of the key itself. Whoever made this key set gave their key the name of another one.';
    return { id, state: 'fail', title: 'A key in the key set that was given has a false name.', detail, facts };
  }
  if (reason === null) {
    const detail = 'Nothing in it was changed since it was signed with this key.';
    return { id, state: 'pass', title: `The signature of the ${name} holds.`, detail, facts };
  }
  if (reason === 'malformed') {
    const detail = 'Parts that belong into it are missing or are of another kind.';
    return { id, state: 'fail', title: `The ${name} is not in the form that one has.`, detail };
  }
  if (reason === 'unknown_key' && source === null && !hasKeySet) {
    const detail =
      'This service does not publish such a key. If another service signed it, drop the key set of that service.';
    return {
      id,
      state: 'unknown',
      title: `The signature of the ${name} could not be checked: its key is not known.`,
      detail,
      facts,
    };
  }
  if (reason === 'unknown_key') {
    const detail = `No key set at hand has the key that the ${name} names.`;
    return { id, state: 'fail', title: `The key of the ${name} is in no key set that was given.`, detail, facts };
  }
  const detail = 'Something in it was changed after it was signed, or another key signed it.';
  return { id, state: 'fail', title: `The signature of the ${name} does not hold.`, detail, facts };
}

const AGREEING = ['kid', 'originalSha256', 'normalizedSha256', 'contentHash'] as const;

export function agreement(statement: Statement, other: Statement): Check {
  const id = `agreement-${other.form}`;
  const different = AGREEING.filter((name) => statement[name] !== other[name]);
  const [name, first] = [FORMS[other.form], FORMS[statement.form]];
  if (different.length === 0) {
    return {
      id,
      state: 'pass',
      title: `The ${name} is about the same document.`,
      detail: `By the same key as the ${first}.`,
    };
  }
  const facts = different.flatMap((what) => [
    [`${what}, ${first}`, statement[what]] as const,
    [`${what}, ${name}`, other[what]] as const,
  ]);
  return {
    id,
    state: 'fail',
    title: `The ${name} and the ${first} do not belong together.`,
    detail: 'They differ in these.',
    facts,
  };
}

/** Workers that are being replaced sign for a while with the key that has just retired. */
const AFTER_RETIREMENT_MS = 24 * 60 * 60 * 1000;
/** By how much clocks may differ. */
const CLOCKS_MS = 10 * 60 * 1000;

export function time({ issuedAt, retiredAt }: Statement, now: Date): Check {
  const id = 'time';
  const [issued, retired] = [Date.parse(issuedAt), Date.parse(retiredAt)];
  const facts: [string, string][] = [['Attested', issuedAt]];
  if (retiredAt !== '') facts.push(['The key signs no more since', retiredAt]);
  if (Number.isNaN(issued)) {
    return {
      id,
      state: 'fail',
      title: 'It does not say when it was attested.',
      detail: 'An attestation has a time.',
      facts,
    };
  }
  if (issued > retired + AFTER_RETIREMENT_MS) {
    const detail = 'By the key set this key did not sign any more at that time.';
    return { id, state: 'fail', title: 'It was attested after its key had retired.', detail, facts };
  }
  if (issued > now.getTime() + CLOCKS_MS) {
    const detail = 'Either the clock of this computer is wrong, or that of whoever signed.';
    return {
      id,
      state: 'unknown',
      title: 'It says that it was attested at a time that has not come yet.',
      detail,
      facts,
    };
  }
  const title = 'It was attested while its key signed.';
  return { id, state: 'pass', title, detail: 'The time is by the clock of the service that signed.', facts };
}

export function signer({ source, kid, issuer, retiredAt }: Statement, { comparedKid, published }: Trust): Check {
  const id = 'signer';
  const facts = [
    ['Key', kid || 'not named'],
    ['Calls itself', issuer],
  ] as const;
  if (source === 'service') {
    const detail = retiredAt === '' ? 'It signs to this day.' : 'It has retired since; what it signed stays true.';
    return { id, state: 'pass', title: 'The key is one that this service publishes.', detail, facts };
  }
  if (source !== null && kid === comparedKid) {
    const detail = 'You say that you had its name from the service itself. This page cannot know that.';
    return { id, state: 'pass', title: 'The key is the one that you compared.', detail, facts };
  }
  const asked =
    published === undefined ? 'The keys of this service could not be asked for.' : 'This service does not publish it.';
  const where = source === 'archive' ? 'inside the archive' : 'that was dropped';
  const title =
    source === null
      ? 'Whose key it is, is not known.'
      : `By the key set ${where}: it proves that the files belong together, not who signed.`;
  const detail = `${asked} Compare the name of the key with one that you have from the service that signed.`;
  return { id, state: 'unknown', title, detail, facts };
}
