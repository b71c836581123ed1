/**
 * Checks what somebody has dropped: documents by their hashes, statements by their signatures, keys by where they come
 * from. It is green only where all of this was checked and holds.
 */
import { member, text } from '#src/proof/verify/members.ts';
import type { Given } from './given.ts';
import { complete } from './complete.ts';
import { aboutOriginal, documents } from './document-checks.ts';
import { factsOf } from './facts-checks.ts';
import { renderings } from './renderings.ts';
import { agreement, signature, signer, time } from './signature-checks.ts';
import { type Statement, statementsOf } from './statements.ts';
import { guides, programs } from './program-checks.ts';
import { type DocumentVerdict, documentVerdict } from './document-verdict.ts';
import { TIMESTAMP, timestamps } from './timestamp-checks.ts';
import type { Check, CheckState, Outcome, Trust, Verdict } from './verdict.ts';
import { isWarning, type VerdictLevel } from '#domain/verdict/kinds.ts';

export async function check(given: readonly Given[], trust: Trust): Promise<Verdict> {
  const keySets = given.filter((thing) => thing.kind === 'keySet');
  const keys = { published: trust.published, given: keySets };
  const statements = await statementsOf(given, keys);
  const [statement = null, ...others] = statements;
  const { checks: ofFacts, facts } = factsOf(given, statements);
  const dated = statements.filter((one) => one === statement || one.form === 'facts');
  const signers = dated.filter(({ kid }, index) => dated.findIndex((one) => one.kid === kid) === index);
  const checks = [
    ...given.flatMap(readability),
    ...statements.map((one) => signature(one, keySets.length > 0)),
    ...others.flatMap((one) => (statement ? [agreement(statement, one)] : [])),
    ...(statement ? documents(given, statement) : []),
    ...given.flatMap((thing) => aboutOriginal(thing, statement, given)),
    ...ofFacts,
    ...given.flatMap((thing) => renderings(thing, statement, facts)),
    ...complete(given, statements, facts),
    ...given.flatMap(programs),
    ...given.flatMap(guides),
    ...(await timestamps(given, keys, trust)),
    ...dated.map((one) => time(one, trust.now)),
    ...signers.map((one) => signer(one, trust)),
  ];
  // Failed checks are listed first.
  const sorted = checks.toSorted((a, b) => WEIGHTS[b.state] - WEIGHTS[a.state]);
  const outcome = outcomeOf(statement, sorted);
  const document = documentVerdict(given, statements, facts);
  const proofSentence = sentenceOf({ outcome, statement, checks: sorted, given, facts, level: document.level });
  const documentSentence = documentWords(outcome, statement, document);
  const sentence = [proofSentence, documentSentence].filter((words) => words !== '').join(' ');
  return { outcome, sentence, proofSentence, documentSentence, checks: sorted, document, statement };
}

const WEIGHTS: Readonly<Record<CheckState, number>> = { fail: 3, unknown: 2, unsigned: 1, pass: 0 };

function outcomeOf(statement: Statement | null, checks: readonly Check[]): Outcome {
  if (checks.some(({ state }) => state === 'fail')) return 'failed';
  if (statement === null) return checks.some(({ id }) => id === REPACKED) ? 'repacked' : 'nothing';
  const open = checks.filter(({ state }) => state === 'unknown');
  if (open.some(({ id }) => id !== TIMESTAMP)) return 'unproven';
  if (checks.some(({ state }) => state === 'unsigned')) return 'unsigned';
  return open.length > 0 ? 'unstamped' : 'verified';
}

interface Found extends Pick<Verdict, 'outcome' | 'statement' | 'checks'> {
  readonly given: readonly Given[];
  readonly facts: unknown;
  readonly level: VerdictLevel | null;
}

/** Of the proof alone. The word of success is that of the document, which is good. */
function sentenceOf({ outcome, statement, checks, given, facts, level }: Found): string {
  const attested = `This is the PDF that was attested on ${dateOf(statement)}.`;
  if (outcome === 'verified') {
    const status = text(member(facts, 'status'));
    const verified = level === 'good' ? 'Verified. ' : isWarning(level ?? undefined) ? '' : 'The proof holds. ';
    return statement?.normalizedSha256 === ''
      ? `${verified}By facts that were signed on ${dateOf(statement)} the document ended ${status}: there is no canonical PDF.`
      : `${verified}${attested}`;
  }
  if (outcome === 'failed') {
    const failed = checks.filter(({ state }) => state === 'fail');
    const more = failed.length > 1 ? ` ${failed.length - 1} more of the checks failed.` : '';
    return `Do not rely on this. ${failed[0]?.title ?? ''}${more}`;
  }
  const open = checks.find(({ state }) => state === 'unknown')?.title ?? '';
  if (outcome === 'repacked') return `Not checked. ${open} ${UNPACK}`;
  if (outcome === 'unproven') return `Not proven. ${open}`;
  if (outcome === 'unstamped') return `${attested} ${open}`;
  if (outcome === 'unsigned') {
    const titles = checks.filter(({ state }) => state === 'unsigned').map(({ title }) => title);
    return `${attested} ${titles.join(' ')}`;
  }
  const ended = given.find((thing) => thing.kind === 'submission');
  const status = ended && text(member(ended.value, 'status'));
  if (status === 'REJECTED' || status === 'FAILED') {
    return `Nothing here is signed. By the files the document ended ${status}: there is no canonical PDF, and nothing that proves more.`;
  }
  return 'Nothing here is signed. Drop the attestation or the certificate as well, or the evidence as it was downloaded.';
}

const LEVEL_WORDS: Readonly<Record<VerdictLevel, string>> = {
  good: 'Its original',
  neutral: 'Its original',
  caution: 'Check its original',
  danger: 'Warning about its original',
};

/** A file that is not the attested one needs no second warning. */
function documentWords(outcome: Outcome, statement: Statement | null, { level, sentence }: DocumentVerdict): string {
  if (outcome === 'failed') return '';
  if (level !== null) return `${LEVEL_WORDS[level]}: ${sentence}`;
  return statement === null ? '' : sentence;
}

/** Only digits of it are shown: until the signature holds it is a stranger's text. */
function dateOf(statement: Statement | null): string {
  const issuedAt = Date.parse(statement?.issuedAt ?? '');
  return Number.isNaN(issuedAt) ? 'a day that it does not tell' : new Date(issuedAt).toISOString().slice(0, 10);
}

const REPACKED = 'repacked';
const UNPACK = 'Unpack it and give the files.';

function readability(thing: Given): Check[] {
  if (thing.kind === 'repacked') {
    const title = `“${thing.name}” was packed again by another program and cannot be checked as it is.`;
    return [{ id: REPACKED, state: 'unknown', title, detail: `${thing.reason} ${UNPACK}` }];
  }
  if (thing.kind !== 'unreadable') return [];
  return [
    {
      id: 'readable',
      state: 'fail',
      title: `“${thing.name}” could not be read. ${thing.reason}`,
      detail: 'Nothing in it was looked at.',
    },
  ];
}
