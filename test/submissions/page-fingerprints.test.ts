/** Tests the fingerprints of pages: in reports, in the search of an organization, and after the end of a submission. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { forgetPages } from '#store/submissions/page-fingerprints.ts';
import { retentionStore } from '#store/submissions/retention.ts';
import { startApi, problemOf, submissionOf } from '#test/support/api.ts';
import { buildPdf, type BuiltObject } from '#test/support/builders/pdf.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const other = started(() => api.newTenant());
const STAMP = (page: number) => `BT /F 10 Tf 72 770 Td (Case 1:23-cv-01234 Document 12 Page ${page} of 9) Tj ET`;

/** A file with a page for each content. */
function fileOf(contents: readonly string[], page = ''): Uint8Array {
  const objects = contents.flatMap((content, index): [number, BuiltObject][] => [
    [
      10 + 2 * index,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${11 + 2 * index} 0 R/Resources<</Font<</F 5 0 R>>>>${page}>>`,
    ],
    [11 + 2 * index, { stream: content }],
  ]);
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${contents.map((_, index) => `${10 + 2 * index} 0 R`).join(' ')}]/Count ${contents.length}>>`,
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...Object.fromEntries(objects),
  });
}

const saying = (words: string) => `BT /F 12 Tf 72 400 Td (${words}) Tj ET`;

interface ReportedPage {
  readonly page: number;
  readonly fingerprint: string;
  readonly withoutMargins: string | null;
}

async function send(file: Uint8Array, who = tenant, more: Record<string, string> = {}) {
  const { submissionId } = await submissionOf(await api.postForm(file, who, more));
  return submissionId;
}

async function pagesOf(id: string, who = tenant): Promise<ReportedPage[]> {
  const report = await api.get(`/api/submissions/${id}/report`, who);
  const { pages, pageFingerprintAlgorithm }: { pages: ReportedPage[]; pageFingerprintAlgorithm: string } = JSON.parse(
    await report.text(),
  );
  expect(pageFingerprintAlgorithm).toBe('page-1');
  return pages;
}

interface Found {
  readonly items: readonly { submissionId: string; page: number; match: string; normalizedSha256: string }[];
  readonly total?: number;
  readonly next_cursor: string | null;
}

async function search(fingerprint: string, who = tenant, query = ''): Promise<Found> {
  const response = await api.get(`/api/pages/${fingerprint}${query}`, who);
  expect(response.status).toBe(200);
  return JSON.parse(await response.text());
}

const status = async (fingerprint: string, who = tenant) => (await api.get(`/api/pages/${fingerprint}`, who)).status;

test('a page is found in another document, stamped or not, and by either fingerprint', async () => {
  const words = saying(randomUUID());
  const first = await send(fileOf([saying('cover'), words]));
  const second = await send(fileOf([words, saying('end'), `${words} ${STAMP(3)}`]));
  const [, page] = await pagesOf(first);
  const whole = await search(page?.fingerprint ?? '');
  const places = ({ items }: Found) => items.map(({ submissionId, page: at, match }) => [submissionId, at, match]);
  const sorted = (rows: (string | number)[][]) => rows.toSorted((a, b) => String(a).localeCompare(String(b)));
  expect(sorted(places(whole))).toEqual(
    sorted([
      [first, 2, 'page'],
      [second, 1, 'page'],
    ]),
  );
  expect(whole.total).toBe(2);
  const body = await search(page?.withoutMargins ?? '');
  expect(sorted(places(body))).toEqual(
    sorted([
      [first, 2, 'without_margins'],
      [second, 1, 'without_margins'],
      [second, 3, 'without_margins'],
    ]),
  );
});

test('hexadecimal digits in capitals and the prefix of hashes are accepted, and nothing else is', async () => {
  const [page] = await pagesOf(await send(fileOf([saying(randomUUID())])));
  const { fingerprint = '' } = page ?? {};
  expect(await status(fingerprint.toUpperCase())).toBe(200);
  expect(await status(`sha256:${fingerprint}`)).toBe(200);
  for (const wrong of [fingerprint.slice(1), `${fingerprint}0`, 'g'.repeat(64), '%00', '..%2f']) {
    const response = await api.get(`/api/pages/${wrong}`, tenant);
    expect((await problemOf(response)).code).toBe('invalid_hash');
    expect(response.status).toBe(400);
  }
  const refused = await api.get(`/api/pages/${fingerprint}?cursor=bad`, tenant);
  expect([refused.status, (await problemOf(refused)).code]).toEqual([400, 'validation_failed']);
});

test('another organization with the same page sees its own document alone', async () => {
  const file = fileOf([saying(randomUUID())]);
  const id = await send(file);
  const [{ fingerprint } = { fingerprint: '' }] = await pagesOf(id);
  expect(await status(fingerprint, other)).toBe(404);
  const theirs = await send(file, other);
  expect((await search(fingerprint, other)).items.map(({ submissionId }) => submissionId)).toEqual([theirs]);
  expect((await search(fingerprint)).items.map(({ submissionId }) => submissionId)).toEqual([id]);
});

test('a scan of equal blank pages is listed page by page, and has no fingerprint without margins', async () => {
  const COUNT = 45;
  const id = await send(
    fileOf(
      Array.from({ length: COUNT }, () => ''),
      '/CropBox[0 0 611 791]',
    ),
  );
  const pages = await pagesOf(id);
  expect(new Set(pages.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  expect(pages.every(({ withoutMargins }) => withoutMargins === null)).toBe(true);
  const { fingerprint = '' } = pages[0] ?? {};
  const seen: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const found: Found = await search(fingerprint, tenant, `?page_size=20&cursor=${cursor}`);
    seen.push(...found.items.map(({ page }) => page));
    cursor = found.next_cursor;
  }
  expect(seen).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
  expect(await search(fingerprint, tenant, '?page=3&page_size=20')).toMatchObject({ total: COUNT, page: 3 });
  expect(await search(fingerprint, tenant, '?page=4&page_size=20')).toMatchObject({ items: [] });
});

test('a rotated page is another page', async () => {
  const words = saying(randomUUID());
  const [upright] = await pagesOf(await send(fileOf([words])));
  const [rotated] = await pagesOf(await send(fileOf([words], '/Rotate 90')));
  expect(rotated?.fingerprint).not.toBe(upright?.fingerprint);
});

test('a submission that has expired, and its rows after the retention sweep, are not found', async () => {
  const id = await send(fileOf([saying(randomUUID())]));
  const [{ fingerprint } = { fingerprint: '' }] = await pagesOf(id);
  const past = new Date(Date.now() - 1000);
  await api.database.system().nativeUpdate(SubmissionEntity, { id }, { expiresAt: past });
  expect(await status(fingerprint)).toBe(404);
  await api.database.system().execute('update report set expires_at = ? where submission_id = ?', [past, id]);
  const retention = retentionStore(api.database, api.artifacts);
  while ((await retention.deleteRows(1_000)) > 0);
  expect(await rowsOf(id)).toBe(0);
});

test('rows of pages go with the submission, and may go before it', async () => {
  const id = await send(fileOf([saying(randomUUID())]));
  expect(await rowsOf(id)).toBe(1);
  await api.database.system().transactional((em) => forgetPages(em, tenant.organizationId, [id]));
  expect(await rowsOf(id)).toBe(0);
  const response = await api.get(`/api/submissions/${id}/report`, tenant);
  expect(await response.json()).toMatchObject({ pages: null, pageFingerprintAlgorithm: null });
});

async function rowsOf(id: string): Promise<number> {
  const rows: { count: number }[] = await api.database
    .system()
    .execute('select count(*)::int as count from page_fingerprint where submission_id = ?', [id]);
  return rows[0]?.count ?? -1;
}
