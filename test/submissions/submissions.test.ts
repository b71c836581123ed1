/** Tests that GET /api/submissions/{id} always gives the same result. */
import { expect, test } from 'vitest';
import { pdfSaying, problemOf, startApi, submissionOf } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const begin = async (words: string) =>
  (await submissionOf(await api.postForm(pdfSaying(words), tenant, {}, { Prefer: 'respond-async' }))).submissionId;

test('is pending, with a hint when to ask again, until it has ended', async () => {
  api.runner.hold();
  const id = await begin('polled');
  const pending = await api.get(`/api/submissions/${id}`, tenant);
  expect(pending.headers.get('retry-after')).toBe('2');
  expect(await submissionOf(pending)).toMatchObject({ submissionId: id, status: 'PENDING', normalized: null });

  api.runner.release();
  const ended = await api.get(`/api/submissions/${id}?wait=30`, tenant);
  expect(ended.headers.get('retry-after')).toBeNull();
  expect(await submissionOf(ended)).toMatchObject({ submissionId: id, status: 'SUCCESS' });
});

test('answers with what is when the wait is over', async () => {
  api.runner.hold();
  const id = await begin('waited for');
  expect(await submissionOf(await api.get(`/api/submissions/${id}?wait=1`, tenant))).toMatchObject({
    status: 'PENDING',
  });
  api.runner.release();
});

test('stays the same on every later read, but for the link', async () => {
  const id = await begin('read twice');
  const read = async () => {
    const { normalized, ...rest } = await submissionOf(await api.get(`/api/submissions/${id}?wait=30`, tenant));
    return { ...rest, hash: normalized?.sha256 };
  };
  expect(await read()).toEqual(await read());
});

test.each(['-1', '56', '1.5', 'soon', '', '999999999999'])('wait=%s is refused', async (wait) => {
  const response = await api.get(`/api/submissions/${crypto.randomUUID()}?wait=${wait}`, tenant);
  expect(await problemOf(response)).toMatchObject({
    status: 400,
    code: 'validation_failed',
    errors: [{ name: 'wait' }],
  });
});

test('an unknown query parameter is refused', async () => {
  const response = await api.get(`/api/submissions/${crypto.randomUUID()}?wiat=1`, tenant);
  expect(await problemOf(response)).toMatchObject({ status: 400, code: 'unknown_parameter' });
});

test.each([crypto.randomUUID(), 'not-an-id', "'; drop table submission; --", '%00', '%zz'])(
  '%s is not found',
  async (id) => {
    expect(await problemOf(await api.get(`/api/submissions/${id}`, tenant))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  },
);

test("leads to its workflow in Temporal's web interface where operators have said where that is", async () => {
  const id = await begin('looked at by operators');
  const operators = await startApi({
    settings: { workflowPages: 'https://temporal.test/namespaces/fixpoint/workflows/' },
  });
  const told = await operators.get(`/api/submissions/${id}`, tenant);
  await operators.close();
  expect(await told.json()).toMatchObject({
    workflowUrl: `https://temporal.test/namespaces/fixpoint/workflows/doc-${id}`,
  });
  expect(await submissionOf(await api.get(`/api/submissions/${id}`, tenant))).not.toHaveProperty('workflowUrl');
});
