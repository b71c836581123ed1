/** What the sections of the passport say, by facts alone: never more than is known. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WARNING_CODES } from '#domain/failure-codes.ts';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { NO_SECURITY_FACTS, NO_VALIDATION_FACTS, SIGNATURE_REASONS } from '#domain/report.ts';
import type { Report, Submission } from '#portal/api/answers.ts';
import {
  causeOf,
  findingsOf,
  wasLookedAt,
  lastStage,
  removedKinds,
  repairedKinds,
  spansOf,
  titleOf,
} from './findings.ts';
import { fetchRecipe, RECIPES } from './recipes.ts';
import { verdictOn } from '#domain/verdict/signature-words.ts';
import { chainWords, expiryWords, type Signature, timestampWords } from './signature-facts.ts';
import type { Outline } from '#portal/frame/protocol.ts';
import { accessibilityRows, linesOf, pdfaRows } from './standards.ts';

const hash = 'a'.repeat(64);

const VERDICT: Submission['verdict'] = {
  kind: 'normalized',
  level: 'neutral',
  label: 'Normalized',
  sentence: 'Normalized. It is not signed.',
  notes: [],
  signers: [],
  changes: null,
  pages: [],
};

const SUBMISSION: Submission = {
  apiVersion: '2026-11-21',
  requestId: 'req_01',
  submissionId: '018f2b6e-0000-7000-8000-000000000001',
  processingTimeMs: 12,
  status: 'SUCCESS',
  original: { sha256: hash, sizeBytes: 10 },
  normalized: {
    sha256: hash,
    sizeBytes: 10,
    pdfVersion: '1.7',
    linearized: true,
    contentHash: hash,
    contentHashAlgorithm: 'text-3',
    pipelineSpec: 'norm-2',
    downloadUrl: null,
  },
  security: NO_SECURITY_FACTS,
  validation: NO_VALIDATION_FACTS,
  verdict: VERDICT,
  tamperAnalysis: null,
  warnings: [],
  failure: null,
  clientReference: null,
  metadata: {},
  batchId: null,
  createdAt: '2026-11-23T06:19:40.975Z',
  createdBy: null,
  completedAt: '2026-11-23T06:19:41.338Z',
  erasedAt: null,
  links: {
    self: '/api/submissions/1',
    report: null,
    attestation: null,
    certificate: null,
    verify: null,
    original: null,
    revisions: null,
    evidence: null,
    events: '/api/submissions/1/events',
  },
};

const reportWith = (reached: number): Report => ({
  apiVersion: '2026-11-21',
  outputHash: null,
  submissionId: SUBMISSION.submissionId,
  createdAt: SUBMISSION.createdAt,
  processingTimeMs: 55,
  verdict: VERDICT,
  stages: STAGE_NAMES.map((name, stage) => ({
    stage,
    name,
    durationMs: stage,
    result: stage < reached ? 'none_found' : 'not_reached',
  })),
  warnings: [],
  tamperAnalysis: { detected: false, findings: [] },
  revisions: null,
  embeddedFiles: null,
  pages: null,
  pageFingerprintAlgorithm: null,
  contentHashAlgorithm: null,
  pipelineSpec: null,
  validator: { validated: false, errors: [] },
});

const ALL_REACHED = reportWith(STAGE_NAMES.length);
const withWarnings = (...codes: string[]): Submission => ({
  ...SUBMISSION,
  warnings: codes.map((code) => ({ code, message: `of ${code}` })) as Submission['warnings'],
});

describe('findings', () => {
  test('each warning is shown in one section, with words', () => {
    const topics = [
      'removed',
      'repaired',
      'fonts',
      'forms',
      'signatures',
      'pdfa',
      'accessibility',
      'hidden',
      'metadata',
      'kept',
    ] as const;
    const submission = withWarnings(...WARNING_CODES);
    // This one is about the row of the submission, and not about its document.
    const others = findingsOf(submission, 'other');
    const shown = [...topics.flatMap((topic) => findingsOf(submission, topic)), ...others];
    expect(shown.map(({ code }) => code).toSorted()).toEqual([...WARNING_CODES].toSorted());
    expect(shown.filter(({ code, title }) => code === title)).toEqual([]);
    expect(others).toMatchObject([{ code: 'RESULT_UNREADABLE' }]);
  });

  test('a warning of later is shown too', () => {
    const [found] = findingsOf(withWarnings('SOMETHING_NEW'), 'other');
    expect(found).toEqual({ code: 'SOMETHING_NEW', title: 'SOMETHING_NEW', message: 'of SOMETHING_NEW' });
    expect(causeOf('SOMETHING_NEW')).toBeNull();
  });

  test('each reason of a signature has words, without Markdown', () => {
    for (const reason of SIGNATURE_REASONS) {
      expect(titleOf(reason)).not.toBe(reason);
      expect(causeOf(reason)).not.toContain('`');
    }
  });

  test('kinds are those that were told as true', () => {
    expect([removedKinds(SUBMISSION), repairedKinds(SUBMISSION)]).toEqual([[], []]);
    const security = { ...SUBMISSION.security, javascriptRemoved: true, embeddedFilesRemoved: true };
    const validation = { ...SUBMISSION.validation, xrefRebuilt: true };
    expect(removedKinds({ ...SUBMISSION, security })).toEqual(['Scripts', 'Embedded files']);
    expect(repairedKinds({ ...SUBMISSION, validation })).toEqual(['Cross-reference rebuilt']);
    expect(removedKinds({ ...SUBMISSION, security: {} })).toEqual([]);
  });

  test('what a document did not get to was not looked at', () => {
    const report = reportWith(4);
    expect([wasLookedAt(report, 'DigitalSignatureDetection'), wasLookedAt(report, 'ActiveContentRemoval')]).toEqual([
      true,
      false,
    ]);
    expect(wasLookedAt(null, 'ContentHash')).toBeNull();
    const damaged = { ...report, stages: report.stages.map((stage) => ({ ...stage, result: 'failed' })) };
    expect(wasLookedAt(damaged, 'StructuralRepair')).toBe(false);
    const failure = { code: 'PASSWORD_REQUIRED', message: '', stage: 'StructuralRepair' } as const;
    expect(lastStage({ ...SUBMISSION, failure })).toBe('Repair');
    expect(lastStage(SUBMISSION)).toBeNull();
  });

  test('stages follow each other', () => {
    const spans = spansOf(ALL_REACHED);
    expect(spans.map(({ startMs }) => startMs)).toEqual([0, 0, 1, 3, 6, 10, 15, 21, 28, 36]);
    expect(spans[9]).toEqual({ name: 'Text and its hash', startMs: 36, durationMs: 9, result: 'none found' });
    expect(spansOf(reportWith(4))[5]).toMatchObject({ durationMs: null, result: 'not reached' });
  });
});

describe('a signature', () => {
  const signature: Signature = {
    fieldName: 'Signature1',
    signerName: 'CN=Alice',
    signedAt: null,
    valid: true,
    certificateExpired: false,
    certificateChainTrusted: true,
    timestampPresent: false,
    timestampValid: null,
    reason: null,
  };

  test.each<[string, string, Partial<Signature>]>([
    ['good', 'Holds; signer trusted', {}],
    ['caution', 'Holds; certificate expired', { certificateExpired: true }],
    ['caution', 'Holds; signer not trusted', { certificateChainTrusted: false }],
    ['neutral', 'Holds; identity not checked', { certificateChainTrusted: null }],
    ['caution', 'Holds; made in a way that is no longer safe', { reason: 'WEAK_DIGEST' }],
    ['caution', 'Holds; timestamp does not', { timestampPresent: true, timestampValid: false }],
    ['danger', 'Does not hold', { valid: false }],
    ['danger', 'Does not hold', { valid: false, certificateChainTrusted: null }],
  ])('is %s: %s', (tone, words, facts) => {
    expect(verdictOn({ ...signature, ...facts })).toEqual({ tone, words });
  });

  test('has words for what was not checked', () => {
    const unknown = { ...signature, certificateChainTrusted: null, timestampPresent: true };
    expect(chainWords(unknown)).toContain('Not checked');
    expect(timestampWords(unknown)).toContain('not checked');
    expect(timestampWords(signature)).toBe('No independent timestamp');
  });

  test('has a time that is proven only by an authority that is trusted', () => {
    const stamped = { ...signature, timestampPresent: true, timestampValid: true };
    expect(timestampWords(stamped)).toContain('trusts');
    expect(expiryWords(stamped, [])).toBe('Had not expired at the time that its timestamp proves');
    const unchecked = { ...stamped, certificateChainTrusted: null };
    expect(timestampWords(unchecked)).toContain('not checked');
    expect(expiryWords(unchecked, [])).toBe('Had not expired at the time that its timestamp states');
    expect(timestampWords({ ...stamped, timestampValid: false })).toContain('does not trust');
    expect(expiryWords({ ...signature, certificateExpired: true }, [])).toContain('nothing proves');
    expect(expiryWords({ ...signature, signerName: null }, [])).toBe('There is none');
    expect(expiryWords(signature, [signature])).toBe('Valid (not expired) on the day of checking');
    expect(expiryWords(signature, [signature, stamped])).toContain('or at the time of a timestamp over it');
  });
});

describe('standards', () => {
  const validation = { ...SUBMISSION.validation, pdfaDeclared: true, pdfaLevel: '1a', pdfaPreserved: true };
  const valid = { ...validation, pdfaCompliant: true, validatorValidated: true };

  test('that nobody declared have no rows', () => {
    expect(pdfaRows(SUBMISSION, ALL_REACHED)).toEqual([]);
    expect(pdfaRows(SUBMISSION, null)).toEqual([['Declared', 'Not known']]);
    expect(pdfaRows({ ...SUBMISSION, validation: {} }, ALL_REACHED)).toEqual([['Declared', 'Not known']]);
  });

  test('are told of before and after, and not as kept where nobody validated', () => {
    const rows = (submission: Partial<Submission>) =>
      Object.fromEntries(pdfaRows({ ...SUBMISSION, ...submission }, ALL_REACHED));
    expect(rows({ validation: valid })).toEqual({
      'Declared by the original': 'PDF/A-1a',
      Original: 'No violation was found',
      'Declared by the output': 'The same',
      'Validated by veraPDF': 'Yes',
      Output: 'Conforms to that level',
    });
    expect(rows({ validation })).toMatchObject({ 'Validated by veraPDF': 'No', Output: 'Not known' });
    expect(rows({ validation, normalized: null })).toMatchObject({ Output: 'There is none' });
    const claimed = withWarnings('PDFA_NOT_COMPLIANT').warnings;
    expect(rows({ validation: valid, warnings: claimed })).toMatchObject({ Original: 'Violates rules of that level' });
    const broken = { ...valid, pdfaCompliant: false };
    expect(rows({ validation: broken })).toMatchObject({ Output: 'Violates rules of that level' });
  });

  test('of accessibility are known where PDF/A asks for them and was validated', () => {
    const tags = (submission: Partial<Submission>) =>
      Object.fromEntries(accessibilityRows({ ...SUBMISSION, ...submission }, ALL_REACHED, null))['Tags'];
    expect(tags({ validation: valid })).toContain('PDF/A-1a');
    for (const other of [validation, { ...valid, pdfaLevel: '2b' }]) {
      expect(tags({ validation: other })).toBe('Not known');
    }
    const text = (submission: Partial<Submission>, report: Report | null) =>
      Object.fromEntries(accessibilityRows({ ...SUBMISSION, ...submission }, report, null))['Text'];
    expect(text({}, ALL_REACHED)).toBe('Can be extracted');
    expect(text({}, reportWith(4))).toBe('Not known');
    expect(text({ normalized: null }, ALL_REACHED)).toBe('Not known');
  });

  test('of accessibility are told as the document has them, once it was read', () => {
    const items = [
      { page: 1, depth: 0, role: 'Document', text: '' },
      { page: 1, depth: 1, role: 'H1', text: 'Title' },
      { page: 2, depth: 1, role: 'P', text: 'Text' },
    ];
    const outline = { isTagged: true, language: 'de-AT', items, isCut: false };
    const rows = (read: Outline) => accessibilityRows(SUBMISSION, ALL_REACHED, read).map(([, value]) => value);
    expect(rows(outline)).toEqual([
      'Can be extracted',
      'There are tags',
      'de-AT',
      '3 elements, in the order in which they are read',
    ]);
    expect(rows({ isTagged: false, language: '', items: [], isCut: false }).slice(1)).toEqual([
      'None',
      'Not stated for the whole document',
      'Programs have to guess it from the positions on the page',
    ]);
    expect(rows({ ...outline, items: [] })[1]).toContain('has no tags');
    expect(rows({ ...outline, isTagged: false })[1]).toContain('does not say');
    expect(linesOf(outline).map(({ page }) => page)).toEqual([1, null, 2]);
  });
});

describe('recipes', () => {
  const documented = readFileSync(join(import.meta.dirname, '../../../docs/verify.md'), 'utf8');
  const guide = readFileSync(join(import.meta.dirname, '../../../src/export/evidence/HOW-TO-VERIFY.txt'), 'utf8');

  test.each(RECIPES.map(({ name, code }) => [name, code]))('%s is documented, word for word', (name, code) => {
    expect(name === 'Evidence' ? guide : documented).toContain(code);
  });

  test('get the files that the others are about', () => {
    const recipe = fetchRecipe('https://fixpoint.test/', hash, 'b'.repeat(64));
    expect(recipe).toContain(`"https://fixpoint.test/api/artifacts/${hash}" -H "X-Api-Key: $KEY" -o out.pdf`);
    for (const name of ['out.pdf', 'attestation.jsonld', 'certificate.jws', 'keys.json', 'key.pem']) {
      expect(recipe).toContain(`-o ${name}`);
    }
  });
});
