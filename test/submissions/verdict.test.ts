/**
 * Tests the verdict of a submission: the same object in every answer, and without words of the document for a stateless
 * one.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { Submission } from '#clients/typescript/index.ts';
import { pdfSaying, problemOf, startApi, submissionOf } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const FORGED = readFileSync('fixtures/demo/contract-changed-after-signing.pdf');
const SENTENCE = 'Page 1 was changed after Alice Example signed it: “4,800” became “48,000”.';

let forged: Submission;

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

beforeAll(async () => {
  forged = await submissionOf(await api.postForm(FORGED, tenant));
  await submissionOf(await api.postForm(pdfSaying('harmless'), tenant));
});

const read = async (path: string) => JSON.parse(await (await api.get(path, tenant)).text());

async function stored(submissionId: string): Promise<string> {
  const rows = await api.database
    .system()
    .execute<{ row: string }[]>(`select row_to_json(s)::text as row from submission s where id = ?`, [submissionId]);
  return rows[0]?.row ?? '';
}

test('the verdict on a forged contract names signer, page and changed amount, and is the same in every answer', async () => {
  const { submissionId, verdict } = forged;
  expect(verdict).toMatchObject({
    kind: 'changed_after_signing',
    level: 'danger',
    label: 'Changed after signing',
    sentence: SENTENCE,
    changes: [{ page: 1, before: '4,800', after: '48,000' }],
    pages: [{ first: 1, last: 1 }],
    signers: [{ name: 'Alice Example', valid: false, reason: 'MODIFIED_AFTER_SIGNING', certificateTrusted: null }],
  });
  const self = `/api/submissions/${submissionId}`;
  const { items } = await read('/api/submissions');
  const listed = items.find((item: Submission) => item.submissionId === submissionId);
  for (const answer of [await read(self), await read(`${self}/report`), listed])
    expect(answer.verdict).toEqual(verdict);
});

test('a list takes the level of the verdict', async () => {
  const idsOf = async (level: string) =>
    (await read(`/api/submissions?verdict_level=${level}`)).items.map((item: Submission) => item.submissionId);
  expect(await idsOf('danger')).toEqual([forged.submissionId]);
  expect(await idsOf('good')).toHaveLength(1);
  expect(await idsOf('caution')).toEqual([]);
  expect(await problemOf(await api.get('/api/submissions?verdict_level=bad', tenant))).toMatchObject({
    errors: [{ name: 'verdict_level', code: 'invalid_enum' }],
  });
});

test('a submission of an earlier version has a verdict from its report, with unknown words', async () => {
  const { submissionId } = await submissionOf(await api.postForm(FORGED, tenant));
  const forget = `update submission set report = (report::jsonb - 'verdict')::json where id = ?`;
  await api.database.system().execute(forget, [submissionId]);
  expect((await read(`/api/submissions/${submissionId}`)).verdict).toMatchObject({
    kind: 'changed_after_signing',
    level: 'danger',
    sentence: 'Page 1 was changed after Alice Example signed it.',
    changes: null,
  });
});

test('no word of the document of a stateless submission is stored', async () => {
  const response = await api.postForm(FORGED, tenant, {}, { 'X-Stateless': 'true' });
  const { submissionId, verdict } = await submissionOf(response);
  expect(verdict).toMatchObject({ kind: 'changed_after_signing', changes: null });
  expect(await stored(submissionId)).not.toContain('48,000');
  expect(await stored(forged.submissionId)).toContain('48,000');
});
