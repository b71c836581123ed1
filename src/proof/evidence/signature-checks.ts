/** Signatures, and the keys that made them: which, whose, and when. */
import { timeFault } from '#src/proof/verify/times.ts';
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

const AGREEING = ['kid', 'issuer', 'issuedAt', 'originalSha256', 'normalizedSha256', 'contentHash'] as const;
/** An attestation is of the first submission of its document, and its key may have retired since. */
const OF_FACTS = ['originalSha256', 'normalizedSha256'] as const;

export function agreement(statement: Statement, other: Statement): Check {
  const id = `agreement-${other.form}`;
  const names: readonly (typeof AGREEING)[number][] = other.form === 'facts' ? OF_FACTS : AGREEING;
  const different = names.filter((name) => statement[name] !== other[name]);
  if (namesOtherFacts(statement, other)) return contradictory(id, statement, other);
  const [name, first] = [FORMS[other.form], FORMS[statement.form]];
  if (different.length === 0) {
    return {
      id,
      state: 'pass',
      title: `The ${name} ${other.form === 'facts' ? 'are' : 'is'} about the same document.`,
      detail: other.form === 'facts' ? 'Both name its hashes.' : `By the same key as the ${first}.`,
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

/** Submissions of one document share an attestation, but each has its own facts document, and only one. */
function namesOtherFacts({ attested: { facts } }: Statement, { attested: { facts: others } }: Statement): boolean {
  return facts !== null && facts.submissionId === others?.submissionId && facts.sha256 !== others.sha256;
}

function contradictory(id: string, statement: Statement, other: Statement): Check {
  const [name, first] = [FORMS[other.form], FORMS[statement.form]];
  const title = `The ${first} names other facts of this submission than the ${name}.`;
  const facts = [statement, other].map(
    ({ form, attested }) => [`SHA-256 by the ${FORMS[form]}`, attested.facts?.sha256 ?? ''] as const,
  );
  return { id, state: 'fail', title, detail: 'A submission has one facts document.', facts };
}

export function time({ issuedAt, life }: Statement, now: Date): Check {
  const id = 'time';
  const { createdAt, retiredAt } = life;
  const issued = Date.parse(issuedAt);
  const fault = timeFault(issued, life, now);
  const facts: [string, string][] = [['Attested', issuedAt]];
  if (createdAt !== '') facts.push(['The key signs since', createdAt]);
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
  if (fault === 'before_key') {
    const detail = 'By the key set this key did not exist at that time.';
    return { id, state: 'fail', title: 'It was attested before its key existed.', detail, facts };
  }
  if (fault === 'after_key') {
    const detail = 'By the key set this key did not sign any more at that time.';
    return { id, state: 'fail', title: 'It was attested after its key had retired.', detail, facts };
  }
  if (fault === 'in_future') {
    const detail = 'Either the clock of this computer is wrong, or that of whoever signed.';
    return {
      id,
      state: 'unknown',
      title: 'It says that it was attested at a time that has not come yet.',
      detail,
      facts,
    };
  }
  const title = 'The service attested it while its key was in use.';
  return { id, state: 'pass', title, detail: 'The time is by the clock of the service that signed.', facts };
}

const WORDS = {
  service: {
    isPublished: 'The key is one that this service publishes.',
    notPublished: 'This service does not publish it.',
    notAsked: 'The keys of this service could not be asked for.',
  },
  caller: {
    isPublished: 'The key is one of the key set that you gave.',
    notPublished: 'The key set that you gave does not have it.',
    notAsked: 'You gave no key set.',
  },
} as const;

export function signer({ source, kid, issuer, life: { retiredAt } }: Statement, trust: Trust): Check {
  const { comparedKid, published, publisher } = trust;
  const words = WORDS[publisher];
  const id = 'signer';
  const facts = [
    ['Key', kid || 'not named'],
    ['Calls itself', issuer],
  ] as const;
  if (source === 'service') {
    const detail = retiredAt === '' ? 'It signs to this day.' : 'It has retired since; what it signed stays true.';
    return { id, state: 'pass', title: words.isPublished, detail, facts };
  }
  if (source !== null && kid === comparedKid) {
    const detail = 'You say that you had its name from the service itself. This page cannot know that.';
    return { id, state: 'pass', title: 'The key is the one that you compared.', detail, facts };
  }
  const asked = published === undefined ? words.notAsked : words.notPublished;
  const where = source === 'archive' ? 'inside the archive' : 'that was dropped';
  const title =
    source === null
      ? 'Whose key it is, is not known.'
      : `By the key set ${where}: it proves that the files belong together, not who signed.`;
  const detail = `${asked} Compare the name of the key with one that you have from the service that signed.`;
  return { id, state: 'unknown', title, detail, facts };
}
