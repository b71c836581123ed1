/** The renderings of a document without a browser, and the level that a person reads in each. */
import type { NamedFacts } from '#domain/attestation.ts';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#domain/pipeline.ts';
import { isWarning, symbolOf, VERDICT_LEVELS, type VerdictLevel } from '#domain/verdict/kinds.ts';
import { type ReportWithVerdict, type Verdict, verdictOf, withVerdict } from '#domain/verdict/verdict.ts';
import type { EngineReport } from '#domain/report.ts';
import { flaggedEvent } from '#domain/webhooks/events.ts';
import { keySet } from '#src/bodies/key-set.ts';
import { reportBody } from '#src/bodies/report.ts';
import { submissionBody } from '#src/bodies/submission.ts';
import { alarms, withWords } from '#src/cli/documents/findings.ts';
import { passportLines } from '#src/cli/documents/inspect.ts';
import { sarifOf } from '#src/cli/documents/sarif.ts';
import { attestationSheet } from '#src/print/attestation.ts';
import { check } from '#src/proof/evidence/check.ts';
import { documentVerdict } from '#src/proof/evidence/document-verdict.ts';
import { readDropped } from '#src/proof/evidence/given.ts';
import { namedFacts } from '#src/proof/facts.ts';
import type { SubmissionRecord } from '#store/submissions/submission-row.ts';
import { factsSignerWith, issuerWith, newKey } from './builders/issuer.ts';
import { NAMED_FACTS } from './builders/report.ts';
import { normalize } from './normalize.ts';

export interface Face {
  readonly name: string;
  readonly level: VerdictLevel;
  /** True if its words contain the verdict. */
  readonly hasSentence: boolean;
}

export interface Faces {
  readonly verdict: Verdict;
  readonly report: EngineReport;
  readonly faces: readonly Face[];
}

const ID = '018f2b6e-0000-7000-8000-000000000002';
const NOW = new Date('2026-11-28T10:00:00.000Z');
const key = newKey();
const signFacts = factsSignerWith(key);
const issue = issuerWith(key);
const QUIET = { warn: () => undefined };

export async function facesOf(input: Uint8Array, options: NormalizeOptions = DEFAULT_OPTIONS): Promise<Faces> {
  const { report: found, timeline, bytes } = await normalize(input, options);
  const report = withVerdict(found, timeline);
  const verdict = verdictOf(report);
  const record = recordOf(report, options);
  const body = json(await submissionBody(record, async () => null, QUIET));
  const reported = json(reportBody(record, report, null));
  const lines = passportLines(verdict, report, { timeline });
  const { status, failure } = report;
  const processed = { status, code: failure?.code ?? null, message: failure?.message ?? null, bytes, report };
  const sarif = sarifOf([{ file: 'a.pdf', processed: { ...processed, timeline, pages: null }, isCanonical: null }]);
  const [title = { tone: null, text: '' }, sentence] = lines;
  return {
    verdict,
    report,
    faces: [
      { name: 'submission', level: body.verdict.level, hasSentence: body.verdict.sentence === verdict.sentence },
      { name: 'report', level: reported.verdict.level, hasSentence: reported.verdict.sentence === verdict.sentence },
      { name: 'inspect', level: title.tone ?? 'good', hasSentence: sentence?.text.includes(verdict.sentence) === true },
      { name: 'inspect, its mark', level: levelOfMark(title.text), hasSentence: true },
      { name: 'normalize', ...lineFace(report, verdict) },
      { name: 'SARIF', ...sarifFace(sarif, verdict) },
      { name: 'webhook', level: levelOfEvent(report, verdict), hasSentence: true },
      { name: 'warning of evidence', level: levelOfWarning(verdict), hasSentence: true },
      { name: 'list of documents', level: levelOfSymbol(symbolOf(body.verdict)), hasSentence: true },
      ...(await certificateFaces(report, verdict)),
      ...(await verifyFaces({ input, body, reported, report, options, timeline }, verdict)),
    ],
  };
}

function recordOf(report: EngineReport, options: NormalizeOptions): SubmissionRecord {
  return {
    submissionId: ID,
    organizationId: ID,
    region: 'eu-central-1',
    originalSha256: report.original.sha256,
    sizeBytes: report.original.sizeBytes,
    options,
    clientReference: null,
    metadata: {},
    apiKeyId: null,
    memberId: null,
    status: report.status,
    attempts: 1,
    requestId: 'request',
    apiVersion: '2026-01-01',
    createdAt: NOW,
    batchId: null,
    webhookUrl: null,
    stateless: false,
    asynchronous: true,
    grantedAt: NOW,
    startedAt: NOW,
    completedAt: NOW,
    expiresAt: null,
    processingTimeMs: 1,
    report,
    stageDurationsMs: {},
    hasTimeline: false,
    outputFolder: null,
    erasedAt: null,
  };
}

/** A body in the form that its reader gets. */
function json<Body>(body: Body): Body {
  return JSON.parse(JSON.stringify(body));
}

const MARKS: Readonly<Record<string, VerdictLevel>> = { '✖': 'danger', '▲': 'caution', '●': 'neutral', '✔': 'good' };

function levelOfMark(text: string): VerdictLevel {
  return MARKS[text.slice(0, 1)] ?? 'good';
}

function levelOfSymbol(symbol: string): VerdictLevel {
  if (symbol === 'check') return 'good';
  if (symbol === 'shield-alert') return 'danger';
  return symbol === 'warning' || symbol === 'unknown' ? 'caution' : 'neutral';
}

/** The line of `fixpoint normalize`. For a failed document it starts with `FAILED`. */
function lineFace(report: EngineReport, { kind, level, label, sentence }: Verdict) {
  const line = alarms(withWords(report)).join('  ');
  if (kind === 'failed') return { level, hasSentence: true };
  const hasLabel = line.startsWith(`${label.toUpperCase()}: `);
  return { level: levelOfLabel(hasLabel, level), hasSentence: !hasLabel || line.includes(sentence) };
}

/** A label before the text alarms even if the verdict gives no reason. */
function levelOfLabel(hasLabel: boolean, level: VerdictLevel): VerdictLevel {
  if (!hasLabel) return 'neutral';
  return isWarning(level) ? level : 'caution';
}

/** An event is sent only for the worst level. */
function levelOfEvent(report: EngineReport, { level }: Verdict): VerdictLevel {
  const frame = { timestamp: NOW.toISOString(), id: `evt_${ID}`, organizationId: ID };
  if (flaggedEvent(frame, { submissionId: ID, batchId: null, report }) !== null) return 'danger';
  return level === 'danger' ? 'caution' : level;
}

/** Evidence without signed facts has the verdict only in its report. */
function levelOfWarning(verdict: Verdict): VerdictLevel {
  const given = { origin: 'archive', name: 'report.json', kind: 'report', value: { verdict } } as const;
  return documentVerdict([given], [], undefined).level ?? 'neutral';
}

const SARIF_LEVELS: Readonly<Record<string, VerdictLevel>> = { error: 'danger', warning: 'caution' };

function sarifFace(text: string, { kind, level, sentence }: Verdict) {
  const log: { runs: [{ results: { ruleId: string; level: string; message: { text: string } }[] }] } = JSON.parse(text);
  const { results } = log.runs[0];
  // The result of a failed document has the code and the message of its failure, which is always an error.
  if (kind === 'failed') return { level: results.length > 0 ? level : 'neutral', hasSentence: true };
  const levels = results
    .filter(({ ruleId }) => ruleId === kind)
    .map((result): VerdictLevel => SARIF_LEVELS[result.level] ?? 'neutral');
  const isAlarming = isWarning(level);
  return {
    // Code scanning has no result for a good document, so no result is neutral.
    level: worstOf(['neutral', ...levels]),
    hasSentence: !isAlarming || results.some(({ message }) => message.text === sentence),
  };
}

export function worstOf(levels: readonly VerdictLevel[]): VerdictLevel {
  return VERDICT_LEVELS.findLast((level) => levels.includes(level)) ?? 'good';
}

async function attestationOf(report: ReportWithVerdict, facts: NamedFacts = NAMED_FACTS) {
  const { normalized } = report;
  if (!normalized) return null;
  const measures = { processingTimeMs: 1, attestationId: ID, issuedAt: NOW };
  const { attestation } = await issue({ report, normalized, facts, ...measures });
  return attestation;
}

async function certificateFaces(report: ReportWithVerdict, verdict: Verdict): Promise<Face[]> {
  const attestation = await attestationOf(report);
  if (!attestation) return [];
  const sheet = attestationSheet({ attestation }, false);
  const hasLabel = sheet.verdict.startsWith(`${verdict.label}. `);
  const facts = sheet.sections.flatMap((section) => section.facts.map(([, value]) => value));
  // Its headline describes the processing, after the label if that alarms. It prints no words of the document.
  return [
    {
      name: 'printed certificate',
      level: levelOfLabel(hasLabel, verdict.level),
      hasSentence: facts.some((value) => value.startsWith(verdict.label)),
    },
  ];
}

interface Evidence {
  readonly input: Uint8Array;
  readonly body: object;
  readonly reported: object;
  readonly report: ReportWithVerdict;
  readonly options: NormalizeOptions;
  readonly timeline: Awaited<ReturnType<typeof normalize>>['timeline'];
}

/**
 * `/verify` and `fixpoint verify` with the evidence of the document, and with only its signed facts or its attestation.
 */
async function verifyFaces({ body, reported, report, options, timeline }: Evidence, verdict: Verdict): Promise<Face[]> {
  const ended = { submissionId: ID, options, report, timeline, pages: null, stageDurationsMs: {}, processingTimeMs: 1 };
  const signedFacts = await signFacts({ ...ended, completedAt: NOW });
  const { document, envelope } = signedFacts;
  const signed: [string, string][] = [
    ['facts.json', document],
    ['facts.dsse.json', JSON.stringify(envelope)],
  ];
  const attestation = await attestationOf(report, namedFacts(ID, signedFacts));
  const attested: [string, string][] = attestation ? [['attestation.json', JSON.stringify(attestation)]] : [];
  const all: [string, string][] = [
    ...signed,
    ['submission.json', JSON.stringify(body)],
    ['report.json', JSON.stringify(reported)],
    ...attested,
  ];
  return [
    await verifyFace('verify', all, verdict),
    await verifyFace('verify, facts alone', signed, null, verdict),
    ...(attestation ? [await verifyFace('verify, attestation alone', attested, null, verdict)] : []),
  ];
}

async function verifyFace(
  name: string,
  files: readonly (readonly [name: string, text: string])[],
  said: Verdict | null,
  { level } = said ?? { level: 'good' as VerdictLevel },
): Promise<Face> {
  const given = (await Promise.all(files.map(([title, text]) => readDropped(new File([text], title))))).flat();
  const trust = {
    published: keySet([{ publicJwk: key.publicJwk, createdAt: NOW, retiredAt: null }]),
    publisher: 'service',
    comparedKid: null,
    now: NOW,
  } as const;
  const { outcome, sentence } = await check(given, { ...trust, loadTimestamps: async () => null });
  const isAlarming = level === 'danger' || level === 'caution';
  return {
    name,
    level: levelOfSentence(outcome, sentence),
    hasSentence: said === null || !isAlarming || sentence.includes(said.sentence.slice(0, 2_000)),
  };
}

function levelOfSentence(outcome: string, sentence: string): VerdictLevel {
  if (outcome === 'failed' || sentence.includes('Warning about its original')) return 'danger';
  if (sentence.includes('Check its original')) return 'caution';
  return sentence.startsWith('Verified.') ? 'good' : 'neutral';
}
