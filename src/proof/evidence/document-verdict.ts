/**
 * The verdict on the original, from what is signed; without signed facts from result and report of the evidence too. A file can
 * be the attested one, byte for byte, and its original a forgery: no headline is better than this verdict.
 */
import type { EngineReport } from '#domain/report.ts';
import { verdictOf } from '#domain/verdict/verdict.ts';
import { isWarning, labelOf, VERDICT_LEVELS, type VerdictLevel } from '#domain/verdict/kinds.ts';
import { verdictIn } from '#src/proof/verify/attested.ts';
import { member, text } from '#src/proof/verify/members.ts';
import type { Given } from './given.ts';
import type { Statement } from './statements.ts';

export interface DocumentVerdict {
  /** Null where nothing that was given says it. */
  readonly level: VerdictLevel | null;
  /** A stable id; empty where the files have none. */
  readonly kind: string;
  readonly isSigned: boolean;
  readonly sentence: string;
}

/** A sentence of the service is shorter; the files may contain any text. */
const MAX_CHARACTERS = 2_000;

export const NOT_SIGNED: DocumentVerdict = {
  level: null,
  kind: '',
  isSigned: false,
  sentence: 'No given file has a signed verdict on the original.',
};

/**
 * The worst of all that is signed. Files that nobody signs can make it worse, and never better.
 * @param facts the document whose signature was checked and holds; undefined without one
 */
export function documentVerdict(
  given: readonly Given[],
  statements: readonly Statement[],
  facts: unknown,
): DocumentVerdict {
  const ofFacts = hasVerdict(facts) ? [ofSignedFacts(facts)] : [];
  const attested = statements.flatMap(({ reason, attested: { verdict } }) =>
    reason === null && verdict !== null ? [ofAttestation(verdict)] : [],
  );
  const unsigned = ofFacts.length > 0 ? [] : given.flatMap(warningsIn);
  const found = [...ofFacts, ...attested, ...unsigned];
  const worst = VERDICT_LEVELS.findLast((level) => found.some((one) => one.level === level));
  return found.find(({ level }) => level === worst) ?? NOT_SIGNED;
}

/** Only the service signs such facts, as it stores reports. */
function hasVerdict(facts: unknown): facts is EngineReport {
  return typeof member(member(facts, 'verdict'), 'level') === 'string';
}

/** The sentence is made again of the facts, because nobody signs the sentences in the files. */
function ofSignedFacts(facts: EngineReport): DocumentVerdict {
  const { kind = '', level = 'caution' } = verdictIn(facts) ?? {};
  return { kind, level, isSigned: true, sentence: sentenceAgain(facts) };
}

function sentenceAgain(facts: EngineReport): string {
  try {
    return verdictOf(facts).sentence;
  } catch (error) {
    if (error instanceof TypeError) return 'The signed facts are of a version that this one has no sentences for.';
    throw error;
  }
}

/** An attestation has no sentence, and none of the facts of which one is made. */
function ofAttestation({ kind, level }: { readonly kind: string; readonly level: VerdictLevel }): DocumentVerdict {
  return { kind, level, isSigned: true, sentence: `The attestation signs the verdict “${labelOf(kind)}”.` };
}

function warningsIn(thing: Given): DocumentVerdict[] {
  if (thing.kind !== 'submission' && thing.kind !== 'report') return [];
  const found = member(thing.value, 'verdict') === undefined ? warningOfOlder(thing.value) : writtenIn(thing.value);
  return found !== null && isWarning(found.level) ? [{ kind: '', isSigned: false, ...found }] : [];
}

type Written = Pick<DocumentVerdict, 'sentence'> & { readonly kind?: string; readonly level: VerdictLevel };

function writtenIn(value: unknown): Written | null {
  const sentence = text(member(member(value, 'verdict'), 'sentence')).slice(0, MAX_CHARACTERS);
  const verdict = verdictIn(value);
  return verdict && { ...verdict, sentence: sentence === '' ? 'The files have no sentence about it.' : sentence };
}

/** Evidence of earlier versions has no verdict. */
function warningOfOlder(value: unknown): Written | null {
  const analysis = member(value, 'tamperAnalysis');
  const findings = member(analysis, 'findings') ?? member(analysis, 'anomalies');
  const severities = Array.isArray(findings) ? findings.map((finding) => member(finding, 'severity')) : [];
  if (severities.some((severity) => severity === 'high' || severity === 'critical')) {
    return { level: 'danger', sentence: 'Strong signs of tampering were found.' };
  }
  if (member(member(value, 'security'), 'overallSignatureStatus') === 'SOME_INVALID') {
    return { level: 'caution', sentence: 'A signature of the original is not valid.' };
  }
  return severities.includes('medium') ? { level: 'caution', sentence: 'The report has findings to check.' } : null;
}
