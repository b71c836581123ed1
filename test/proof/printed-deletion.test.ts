/** Tests the printed certificate of a deletion: it has the content of the certificate and is available as long. */
import { randomUUID } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, inject, test } from 'vitest';
import { KEY_SET_PATH } from '#domain/attestation.ts';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import type { DeletionCounts } from '#domain/privacy/account-deletion.ts';
import { normalize } from '#engine/normalize.ts';
import { print } from '#src/print/print.ts';
import { certifier, organizationDigest } from '#src/proof/deletion-certificate.ts';
import { verapdf } from '#src/validator/verapdf.ts';
import { DeletionTombstoneEntity, purgeStore } from '#store/privacy/purge.ts';
import { mailStore } from '#store/mail/mails.ts';
import { bytesOf, problemOf, sha256, startApi } from '#test/support/api.ts';
import { newKey } from '#test/support/builders/issuer.ts';
import { hasPdftotext, structureOf, wordsOf } from '#test/support/printed-words.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const PDF = { Accept: 'application/pdf' };
const DAY_MS = 86_400_000;
const PUBLIC_URL = 'https://fixpoint.test';
const COUNTS: DeletionCounts = {
  'ca-central-1': { originals: 1, artifacts: 1, exports: 1, shared: 1 },
  'us-east-2': { originals: 0, artifacts: 0, exports: 0, shared: 0 },
  'eu-central-1': { originals: 1_234_567, artifacts: 999_999, exports: 12, shared: 5_000 },
};

const api = started(() => startApi());
const organizationId = randomUUID();
const requestedAt = new Date('2026-11-20T10:00:00Z');
const executedAt = new Date('2026-11-23T10:01:02.345Z');
const signed = certifier({ key: newKey(), publicUrl: PUBLIC_URL });
const certify = (certificateId: string, counts = COUNTS) =>
  signed.deletion({ certificateId, organizationId, requestedAt, executedAt, counts });

/** The row of a deleted organization. */
async function tombstone(): Promise<{ readonly path: string; readonly id: string; readonly certificate: string }> {
  const id = randomUUID();
  const certificate = await certify(id);
  const certificateUntil = new Date(Date.now() + 30 * DAY_MS);
  const times = { requestedAt, executedAt, certificateUntil };
  const em = api.database.system();
  await em.insert(DeletionTombstoneEntity, {
    id,
    organizationMark: `mark-${id}`,
    counts: COUNTS,
    certificate,
    ...times,
  });
  return { path: `/api/deletion-certificates/${id}`, id, certificate };
}

describe('a printed certificate of a deletion', () => {
  test('is one page of valid PDF/A-2b that stays when it is normalized', async () => {
    const page = await print({ kind: 'deletion', certificate: await certify(randomUUID()) });
    expect((await PDFDocument.load(page, { updateMetadata: false })).getPageCount()).toBe(1);
    expect((await normalize(page, DEFAULT_OPTIONS)).report).toMatchObject({
      normalized: { sha256: sha256(page) },
      warnings: [],
    });
    const { verapdfUrl } = inject('parts');
    if (verapdfUrl === null) return;
    const patience = { deadlineMs: 70_000, absenceMs: 15_000 };
    const validation = await verapdf(verapdfUrl).validate(new Blob([Buffer.from(page)]), '2b', patience);
    expect(validation).toMatchObject({ kind: 'validated', compliant: true });
  });

  test(
    'says what was deleted, when, by which signature, and how to verify it',
    requires('pdftotext', hasPdftotext),
    async () => {
      const id = randomUUID();
      const certificate = await certify(id);
      const words = wordsOf(await print({ kind: 'deletion', certificate }));
      const said = [
        id,
        organizationDigest(organizationId).replace('sha256:', ''),
        sha256(Buffer.from(certificate)),
        '20 November 2026, 10:00:00 UTC',
        '23 November 2026, 10:01:02 UTC',
        'ES256',
        `${PUBLIC_URL}${KEY_SET_PATH}`,
        '1,234,567 originals, 999,999 normalized documents and 12 archives of exports.',
        '5,001 files that other',
        '0 originals, 0 normalized documents and 0 archives of exports.',
        'How to verify',
      ];
      for (const fact of said) expect(words.replaceAll('\n', ' ')).toContain(fact);
      expect(words.replaceAll(/\s/g, '')).toContain(certificate.split('.').at(-1));
      expect(words).not.toContain(organizationId);
      const structure = structureOf(await print({ kind: 'deletion', certificate })).replaceAll(/\s+/g, ' ');
      expect(structure).toContain(`Lbl (block) "Certificate" LBody (block) "${id}"`);
    },
  );
});

describe('GET /api/deletion-certificates/{id}', () => {
  test('gives the page to those who name its media type, without credentials, and the same each time', async () => {
    const { path, certificate } = await tombstone();
    const response = await api.get(path, null, PDF);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const page = await bytesOf(response);
    expect(sha256(page)).toBe(sha256(await print({ kind: 'deletion', certificate })));
    api.runner.fail(new Error('away'));
    expect(sha256(await bytesOf(await api.get(path, null, PDF)))).toBe(sha256(page));
    api.runner.fail(null);
  });

  test.each([
    '*/*',
    'application/*',
    'text/html,application/xhtml+xml,*/*;q=0.8',
    'application/jose, application/pdf;q=0.5',
  ])('gives the JWS to those who send Accept: %s', async (Accept) => {
    const { path, certificate } = await tombstone();
    const response = await api.get(path, null, { Accept });
    expect(response.headers.get('content-type')).toBe('application/jose');
    expect(await response.text()).toBe(certificate);
  });

  test('has no page once the time of the certificate is over, and a sweep forgets both', async () => {
    const { path, id } = await tombstone();
    expect((await api.get(path, null, PDF)).status).toBe(200);
    const em = api.database.system();
    const past = new Date(Date.now() - DAY_MS);
    await em.nativeUpdate(DeletionTombstoneEntity, { id }, { certificateUntil: past });
    for (const headers of [PDF, {}]) expect((await api.get(path, null, headers)).status).toBe(404);
    const { database, artifacts, sealer } = api;
    const purge = purgeStore(database, { mails: mailStore(database, sealer), artifacts, sealer });
    expect(await purge.forgetCertificates(new Date())).toBeGreaterThanOrEqual(1);
    const left = { id, certificate: null, printed: null };
    expect(await em.count(DeletionTombstoneEntity, left)).toBe(1);
  });

  test('is a 404 for ids that nobody has, and a 503 where nobody can make the page', async () => {
    expect((await api.get(`/api/deletion-certificates/${randomUUID()}`, null, PDF)).status).toBe(404);
    expect((await api.get('/api/deletion-certificates/1', null, PDF)).status).toBe(404);
    const { path } = await tombstone();
    api.runner.fail(new Error('away'));
    expect(await problemOf(await api.get(path, null, PDF))).toMatchObject({ status: 503, code: 'service_unavailable' });
    api.runner.fail(null);
    expect((await api.get(path, null, PDF)).status).toBe(200);
  });
});
