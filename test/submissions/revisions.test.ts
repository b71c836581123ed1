/**
 * Tests GET /api/submissions/{id}/revisions: the changes of each revision of the submitted file, and the reach of
 * signatures.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { brokenPdf, pdfSaying, problemOf, startApi, submissionOf } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

async function submit(pdf: Uint8Array): Promise<string> {
  return (await submissionOf(await api.postForm(pdf, tenant))).submissionId;
}

const get = (id: string, who = tenant) => api.get(`/api/submissions/${id}/revisions`, who);

test('say of a signed contract what was changed after it was signed, though it is rejected', async () => {
  const id = await submit(readFileSync('fixtures/pdf/isa-1-full-update.pdf'));
  const response = await get(id);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    submissionId: id,
    crossReference: 'followed',
    count: 3,
    revisions: [
      { number: 1 },
      { number: 2 },
      { number: 3, listed: [{ change: 'replaced', kind: 'content', page: 1, words: 'page 1: content' }] },
    ],
    signatures: [{ fieldName: 'Signature1', revision: 2, coversWholeFile: false, followedBy: { revisions: 1 } }],
  });
});

test('are the same whenever the same file is sent', async () => {
  const pdf = appendUpdate(pdfSaying('twice'), { 4: { stream: 'BT ET' } });
  const [first, second] = [await submit(pdf), await submit(pdf)];
  const again = (await (await get(second)).text()).replace(second, first);
  expect(again).toBe(await (await get(first)).text());
});

test('are no part of the report, nor of the submission', async () => {
  const id = await submit(pdfSaying('apart'));
  const [report, submission] = [
    await api.get(`/api/submissions/${id}/report`, tenant),
    await api.get(`/api/submissions/${id}`, tenant),
  ];
  expect(await report.text()).not.toContain('timeline');
  expect(await submission.text()).not.toContain('timeline');
});

test('hold what PostgreSQL cannot store in its place', async () => {
  const field = '<</Type/Annot/Subtype/Widget/FT/Tx/T(\\000A\\000)/V(1)/Rect[0 0 9 9]>>';
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[7 0 R]>>';
  const id = await submit(appendUpdate(pdfSaying('odd'), { 3: page, 7: field }));
  expect((await get(id)).status).toBe(200);
});

test('are not there of a file that did not open, and the answer says why', async () => {
  const problem = await problemOf(await get(await submit(brokenPdf())));
  expect(problem).toMatchObject({ status: 404, resource: 'revisions' });
});

test('are not there before the end, nor of what was erased', async () => {
  api.runner.hold();
  const pending = await submissionOf(await api.postForm(pdfSaying('not yet'), tenant, {}, { Prefer: 'respond-async' }));
  const early = await get(pending.submissionId);
  expect(early.headers.get('retry-after')).toBe('2');
  expect(await problemOf(early)).toMatchObject({ status: 404, resource: 'revisions' });
  api.runner.release();

  const erased = await submit(pdfSaying('erased revisions'));
  const facts = { originalSha256: null, report: null, timeline: null, erasedAt: new Date() };
  await api.database.system().nativeUpdate(SubmissionEntity, { id: erased }, facts);
  expect(await problemOf(await get(erased))).toMatchObject({ detail: 'The document has been erased.' });
});

test('are of nobody else', async () => {
  const id = await submit(pdfSaying('mine'));
  expect(await problemOf(await get(id, await api.newTenant()))).toMatchObject({ status: 404, resource: 'submission' });
});
