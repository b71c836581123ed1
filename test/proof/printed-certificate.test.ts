/** Tests the printed certificate: one page with the content of the attestation, valid PDF/A, equal bytes each time. */
import { PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Attestation, VERIFY_PAGE_PATH } from '#domain/attestation.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import type { PrintedVerdict } from '#domain/printing.ts';
import { normalize } from '#engine/normalize.ts';
import { print } from '#src/print/print.ts';
import { verapdf } from '#src/validator/verapdf.ts';
import { AttestationEntity } from '#store/proof/attestations.ts';
import { hasPdftotext, wordsOf } from '#test/support/printed-words.ts';
import { bytesOf, pdfSaying, sha256, startApi, submissionOf } from '#test/support/api.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const PDF = { Accept: 'application/pdf' };

let hash: string;
let verdict: PrintedVerdict;
const api = started(() => startApi());
const tenant = started(() => api.newTenant());

beforeAll(async () => {
  const submission = await submissionOf(await api.postForm(pdfSaying('printed'), tenant));
  hash = submission.normalized?.sha256 ?? '';
  verdict = submission.verdict;
});

async function attestationOf(sha: string): Promise<Attestation> {
  return JSON.parse(await (await api.get(`/api/attestations/${sha}`, tenant)).text());
}

const FORGED: PrintedVerdict = { level: 'danger', label: 'Changed after signing' };

const pageOf = (attestation: Attestation, printed?: PrintedVerdict) =>
  print({ kind: 'attestation', attestation, ...(printed && { verdict: printed }) });

/** An attestation with every member and the longest address. */
async function longest(): Promise<Attestation> {
  const attestation = await attestationOf(hash);
  const files = Array.from({ length: 40 }, (_, n) => `EMBEDDED_FILE sha256:${sha256(Buffer.from([n]))}`);
  const all =
    'javascript openActions launchActions embeddedFiles richMedia incrementalUpdates interactiveForm annotations digitalSignatures encryption';
  return {
    ...attestation,
    issuer: { ...attestation.issuer, url: `https://${`${'long'.repeat(15)}.`.repeat(3)}example/under/a/path` },
    findings: {
      healthScore: 0,
      contentRemoved: [...all.split(' '), ...files, 'EMBEDDED_FILE not_listed:7'],
      structuralRepairs: ['crossReferenceTable', 'pageTree', 'streamLengths', 'brokenReferences', 'structureTree'],
      warningCount: 1_000_000,
    },
  };
}

describe('a printed certificate', () => {
  test.each(['usual', 'longest'])(
    'of the %s attestation is one page that stays when it is normalized',
    async (which) => {
      const attestation = which === 'usual' ? await attestationOf(hash) : await longest();
      const page = await pageOf(attestation, which === 'usual' ? verdict : FORGED);
      expect((await PDFDocument.load(page, { updateMetadata: false })).getPageCount()).toBe(1);
      const again = await normalize(page, DEFAULT_OPTIONS);
      expect(again.report.normalized?.sha256).toBe(sha256(page));
      expect(again.report.warnings).toEqual([]);
    },
  );

  test('is valid PDF/A-2b, however long', requires('veraPDF', inject('parts').verapdfUrl !== null), async () => {
    const validator = verapdf(inject('parts').verapdfUrl ?? '');
    for (const attestation of [await attestationOf(hash), await longest()]) {
      const page = new Blob([Buffer.from(await pageOf(attestation))]);
      const validation = await validator.validate(page, '2b', { deadlineMs: 70_000, absenceMs: 15_000 });
      expect(validation).toMatchObject({ kind: 'validated', compliant: true });
    }
  });

  test('has a language, a title, and a tree with headings, lists and a figure with its text', async () => {
    const attestation = await attestationOf(hash);
    const page = await normalize(await pageOf(attestation), DEFAULT_OPTIONS);
    const { context, catalog } = await PDFDocument.load(page.bytes ?? '', { updateMetadata: false });
    const objects = context.enumerateIndirectObjects().map(([, object]) => String(object));
    const tags = objects.map((text) => /\/S \/(\w+)/.exec(text)?.[1]);
    expect(tags).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Lbl', 'LBody', 'Figure']));
    expect(String(catalog)).toMatch(/\/Lang \(en\)/);
    expect(String(catalog)).toMatch(/\/DisplayDocTitle true/);
    expect(String(catalog)).toMatch(/\/Marked true/);
    const figure = objects.find((text) => text.includes('/S /Figure')) ?? '';
    expect(figure).toContain(`QR code of ${attestation.issuer.url}${VERIFY_PAGE_PATH}`);
    expect(objects.some((text) => text.includes('Certificate of normalization'))).toBe(true);
  });

  test('says what was, when, what was done and how to verify it', requires('pdftotext', hasPdftotext), async () => {
    const { attestationId, issuer, subject } = await attestationOf(hash);
    const words = wordsOf(await pageOf(await attestationOf(hash)));
    const said = [attestationId, issuer.publicKeyId, issuer.url, subject.originalSha256, subject.normalizedSha256];
    for (const fact of [...said, subject.contentHash, ' UTC', 'How to verify', 'Normalized on ']) {
      expect(words).toContain(fact);
    }
    expect(wordsOf(await pageOf(await longest()))).toContain('37 more, which the attestation lists.');
    expect(words).toContain(`Verdict ${verdict.label}.`);
    expect(words).not.toContain('not signed');
  });

  test('begins with the verdict where the original is a forgery', requires('pdftotext', hasPdftotext), async () => {
    const attestation = await attestationOf(hash);
    const { verdict: _verdict, ...olderFindings } = attestation.findings;
    const words = wordsOf(await pageOf({ ...attestation, findings: olderFindings }, FORGED));
    expect(words).toContain('Changed after signing. Normalized on ');
    expect(words).toContain('Verdict, not signed');
    const forged = { ...attestation.findings, verdict: { kind: 'changed_after_signing', level: 'danger' } as const };
    const signed = wordsOf(await pageOf({ ...attestation, findings: forged }, verdict));
    expect(signed).toContain('Changed after signing. Normalized on ');
    expect(signed).toContain('Verdict Changed after signing.');
    const plain = wordsOf(await pageOf(attestation, verdict));
    expect(plain).toContain(verdict.label);
    expect(plain).not.toContain('Changed after signing');
  });

  test('has other letters than ours too, and what cannot be seen by its number', async () => {
    const attestation = await attestationOf(hash);
    const issuer = { ...attestation.issuer, name: 'Фикспойнт \u0000 日本' };
    const page = await pageOf({ ...attestation, issuer });
    if (hasPdftotext) expect(wordsOf(page)).toContain(String.raw`Фикспойнт \u{0} 日本`);
    expect((await normalize(page, DEFAULT_OPTIONS)).report.normalized?.sha256).toBe(sha256(page));
  });
});

describe('GET /api/certificates/{hash}', () => {
  test('gives the page to those who name its media type, the same each time', async () => {
    const response = await api.get(`/api/certificates/${hash}`, tenant, PDF);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('vary')).toMatch(/accept/i);
    const page = await bytesOf(response);
    expect(sha256(page)).toBe(sha256(await pageOf(await attestationOf(hash), verdict)));
    // The printed form is stored, because it is available while nothing can print.
    api.runner.fail(new Error('away'));
    const again = await api.get(`/api/certificates/${hash}`, tenant, { Accept: 'application/pdf, */*;q=0.8' });
    expect(sha256(await bytesOf(again))).toBe(sha256(page));
    api.runner.fail(null);
  });

  test.each([
    '*/*',
    'application/*',
    'text/html',
    'application/jose+json, application/pdf;q=0.5',
    'text/html,application/xhtml+xml,*/*;q=0.8',
  ])('gives the JWS to those who send Accept: %s', async (Accept) => {
    const response = await api.get(`/api/certificates/${hash}`, tenant, { Accept });
    expect(response.headers.get('content-type')).toBe('application/jose+json');
    expect(await response.text()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('gives it to its own organization alone, and answers others as it does without', async () => {
    const other = await api.newTenant();
    for (const headers of [PDF, {}]) {
      expect((await api.get(`/api/certificates/${hash}`, other, headers)).status).toBe(404);
      expect((await api.get(`/api/certificates/${'0'.repeat(64)}`, tenant, headers)).status).toBe(404);
      expect((await api.get('/api/certificates/x', tenant, headers)).status).toBe(404);
    }
  });

  test('is a 503 where nobody can make the page, and it can be asked for again', async () => {
    const { normalized } = await submissionOf(await api.postForm(pdfSaying('not printed yet'), tenant));
    const path = `/api/certificates/${normalized?.sha256}`;
    api.runner.fail(new Error('away'));
    expect((await api.get(path, tenant, PDF)).status).toBe(503);
    api.runner.fail(null);
    expect((await api.get(path, tenant, PDF)).status).toBe(200);
  });

  test('has no page any more once the attestation has ended', async () => {
    const { normalized } = await submissionOf(await api.postForm(pdfSaying('ends'), tenant));
    const path = `/api/certificates/${normalized?.sha256}`;
    expect((await api.get(path, tenant, PDF)).status).toBe(200);
    const past = new Date(Date.now() - 1);
    const sha = normalized?.sha256 ?? '';
    await api.database.system().nativeUpdate(AttestationEntity, { normalizedSha256: sha }, { expiresAt: past });
    expect((await api.get(path, tenant, PDF)).status).toBe(404);
  });
});
