/** No face of a document is better than its verdict: over all fixtures, and over the published attacks on signatures. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { isGrave } from '#domain/report.ts';
import { type Verdict, verdictOf, withVerdict } from '#domain/verdict/verdict.ts';
import { flaggedEvent } from '#domain/webhooks/events.ts';
import { alarms, withWords } from '#src/cli/documents/findings.ts';
import { sarifOf } from '#src/cli/documents/sarif.ts';
import { attestationSheet } from '#src/print/attestation.ts';
import { documentVerdict } from '#src/proof/evidence/document-verdict.ts';
import { verifyAttestation } from '#src/proof/verify/verify.ts';
import { issuerWith, newKey } from '#test/support/builders/issuer.ts';
import { NAMED_FACTS } from '#test/support/builders/report.ts';
import { SIGNATURE_ATTACKS } from '#test/support/builders/signature-attacks.ts';
import { normalize } from '#test/support/normalize.ts';

const FOLDERS = ['fixtures/pdf', 'fixtures/demo'];
const FIXTURES = FOLDERS.flatMap((folder) =>
  readdirSync(folder).flatMap((name) =>
    name.endsWith('.pdf') ? [{ name, build: () => new Uint8Array(readFileSync(`${folder}/${name}`)) }] : [],
  ),
);
const ATTACKS = SIGNATURE_ATTACKS.map(({ family, name, build }) => ({ name: `${family}: ${name}`, build }));
const OPTIONS = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;
const key = newKey();
const issue = issuerWith(key);
const frame = { timestamp: '2026-11-28T10:00:00.000Z', id: `evt_${'0'.repeat(32)}`, organizationId: randomUUID() };

interface Document {
  readonly name: string;
  readonly build: () => Uint8Array;
}

const known = new Map<string, ReturnType<typeof examined>>();

function reportOf({ name, build }: Document): ReturnType<typeof examined> {
  const found = known.get(name) ?? examined(build());
  known.set(name, found);
  return found;
}

async function examined(pdf: Uint8Array) {
  const { bytes, report, timeline } = await normalize(pdf, OPTIONS);
  return { bytes, timeline, report: withVerdict(report, timeline) };
}

const levelOfSarif = ({ level }: Verdict) => (level === 'danger' ? 'error' : 'warning');

test.each([...FIXTURES, ...ATTACKS])('$name: every face shows the verdict', async (document) => {
  const { bytes, timeline, report } = await reportOf(document);
  const verdict = verdictOf(report);
  const isAlarming = verdict.kind !== 'failed' && (verdict.level === 'danger' || verdict.level === 'caution');

  const line = alarms(withWords(report)).join('  ');
  expect(line.startsWith(verdict.label.toUpperCase())).toBe(isAlarming);

  const { status, failure } = report;
  const reason = { code: failure?.code ?? null, message: failure?.message ?? null };
  const processed = { status, ...reason, bytes, report, timeline, pages: null };
  const { runs } = JSON.parse(sarifOf([{ file: 'a.pdf', processed, isCanonical: null }]));
  const result = runs[0].results.find(({ ruleId }: { ruleId: string }) => ruleId === verdict.kind);
  expect(result?.level).toBe(isAlarming ? levelOfSarif(verdict) : undefined);

  const common = { origin: 'archive', name: 'report.json', kind: 'report' } as const;
  const isWorse = verdict.level === 'danger' || verdict.level === 'caution';
  const given = [{ ...common, value: { verdict } }];
  expect(documentVerdict(given, [], undefined).level).toBe(isWorse ? verdict.level : null);

  const ended = { submissionId: randomUUID(), batchId: null, report };
  expect(flaggedEvent(frame, ended) !== null).toBe(verdict.level === 'danger');

  if (report.normalized === null) return;
  const { normalized } = report;
  const measures = { processingTimeMs: 1, attestationId: randomUUID(), issuedAt: new Date() };
  const { attestation } = await issue({ report, normalized, facts: NAMED_FACTS, ...measures });
  const { kind, level } = verdict;
  expect(await verifyAttestation(attestation, { keys: [key.publicJwk] })).toMatchObject({ verdict: { kind, level } });
  expect(attestationSheet({ attestation }, true).verdict.startsWith(`${verdict.label}. `)).toBe(isAlarming);
});

test.each([...FIXTURES, ...ATTACKS])('$name: the verdict is not better than its facts', async (document) => {
  const { report } = await reportOf(document);
  const { level, signers } = verdictOf(report);
  const isChanged = signers.some(({ reason }) => reason === 'MODIFIED_AFTER_SIGNING' || reason === 'DIGEST_MISMATCH');
  if (isChanged || report.tamperAnalysis?.anomalies.some(isGrave)) expect(level).toBe('danger');
  if (signers.some(({ valid }) => !valid)) expect(['caution', 'danger']).toContain(level);
  if (level === 'good') expect(report).toMatchObject({ status: 'SUCCESS', tamperAnalysis: { anomalies: [] } });
});

test.each(ATTACKS)('$name: no forged document has a good or neutral verdict', async (document) => {
  const { report } = await reportOf(document);
  expect(['caution', 'danger']).toContain(verdictOf(report).level);
});
