/** Tests that all faults of a request are reported together, each with its field, in our own words. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pdfSaying, type Problem, problemOf, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant({ allowedRegions: ['eu-central-1'] }));
const owner = started(() => api.newMember(tenant));
const namesAndCodes = ({ errors = [] }: Problem) => errors.map(({ name, code }) => [name, code]);

function formOf(...parts: readonly (readonly [string, string | Uint8Array])[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([Buffer.from(value)], { type: 'application/pdf' }), 'document.pdf');
  }
  return form;
}

async function refusal(path: string, body: FormData | Buffer, headers: Record<string, string> = {}): Promise<Problem> {
  const credentials = { 'X-Api-Key': tenant.key };
  return problemOf(await fetch(api.url + path, { method: 'POST', body, headers: { ...credentials, ...headers } }));
}

const PDF = pdfSaying('faults');

describe('all faults of a form', () => {
  test('are told together, those with codes of their own among them', async () => {
    const problem = await refusal(
      '/api/normalize',
      formOf(
        ['linearize', 'perhaps'],
        ['files', PDF],
        ['region', 'mars-1'],
        ['webhook_url', 'ftp://receiver.example'],
        ['idempotency_key', 'ä'],
        ['batch_id', randomUUID()],
        ['colour', 'blue'],
        ['metadata', '[]'],
      ),
    );
    expect([problem.status, problem.code]).toEqual([400, 'unknown_parameter']);
    expect(namesAndCodes(problem)).toEqual([
      ['files', 'unknown_parameter'],
      ['file', 'required'],
      ['colour', 'unknown_parameter'],
      ['linearize', 'invalid_enum'],
      ['idempotency_key', 'invalid_format'],
      ['metadata', 'invalid_value'],
      ['region', 'invalid_region'],
      ['webhook_url', 'invalid_webhook_url'],
      ['batch_id', 'batch_not_found'],
    ]);
    expect(problem.detail).toContain('file is missing: the form has no part of this name; "colour" is not a parameter');
  });

  test('are validation_failed where no name is unknown', async () => {
    const problem = await refusal(
      '/api/normalize',
      formOf(['file', PDF], ['file', PDF], ['region', 'us-east-2'], ['batch_id', 'mine']),
    );
    expect(problem.code).toBe('validation_failed');
    expect(namesAndCodes(problem)).toEqual([
      ['file', 'duplicate'],
      ['batch_id', 'invalid_format'],
      ['region', 'region_not_allowed'],
    ]);
  });

  test.each([
    ['region', 'mars-1', 'invalid_region', {}],
    ['region', 'us-east-2', 'region_not_allowed', { allowedRegions: ['eu-central-1'] }],
    ['webhook_url', 'http://receiver.example', 'invalid_webhook_url', {}],
    ['batch_id', '00000000-0000-4000-8000-000000000000', 'batch_not_found', {}],
  ])('but one that is alone keeps its code: %s=%s', async (name, value, code, members) => {
    const form = formOf(['file', PDF], [name, value]);
    const raw = `/api/normalize?${name}=${encodeURIComponent(value)}`;
    for (const problem of [
      await refusal('/api/normalize', form),
      await refusal(raw, Buffer.from(PDF), { 'Content-Type': 'application/pdf' }),
    ]) {
      expect(problem).toMatchObject({ status: 400, code, errors: [{ name, code }], ...members });
    }
  });

  test('come before what is wrong with the file, and nothing of it stays', async () => {
    const problem = await refusal('/api/compare', formOf(['file_a', Buffer.from('no PDF')], ['normalize_first', 'x']));
    expect(namesAndCodes(problem)).toEqual([
      ['file_b', 'required'],
      ['normalize_first', 'invalid_enum'],
    ]);
    expect(problem.detail).toContain('; ');
    expect(await api.spooled()).toEqual([]);
  });

  test('are told without reading on for ever where a file is large that nobody asked for', async () => {
    const foreign = new Uint8Array(9 * 1024 * 1024);
    const problem = await refusal('/api/normalize', formOf(['colour', 'blue'], ['scan', foreign], ['file', PDF]));
    expect(namesAndCodes(problem)).toEqual([
      ['scan', 'unknown_parameter'],
      ['colour', 'unknown_parameter'],
    ]);
  });

  test('of query, headers and body are told together as well', async () => {
    const headers = { 'X-Stateless': 'perhaps', 'Idempotency-Key': 'x'.repeat(300) };
    const problem = await problemOf(
      await api.portal('POST', '/api/portal/api-keys?colour=blue', owner, { name: '' }, headers),
    );
    expect(problem.errors?.map(({ in: where, name }) => [where, name])).toEqual([['header', 'Idempotency-Key']]);
    const other = await problemOf(await api.portal('POST', '/api/portal/api-keys?colour=blue', owner, { name: '' }));
    expect(other.errors?.map(({ in: where, name }) => [where, name])).toEqual([
      ['query', 'colour'],
      ['body', '/name'],
      ['body', '/scopes'],
    ]);
  });
});

test('an unknown member is named by a JSON pointer, however deep', async () => {
  const body = { 'a/b': 1, name: 'x', scopes: ['read'] };
  const problem = await problemOf(await api.portal('POST', '/api/portal/api-keys', owner, body));
  expect(problem.errors).toMatchObject([{ in: 'body', name: '/a~1b', code: 'unknown_parameter' }]);
});

describe('yes and no', () => {
  const submit = async (where: 'form' | 'header', word: string) => {
    if (where === 'form') return api.postForm(PDF, tenant, { linearize: word });
    return api.postForm(PDF, tenant, {}, { 'X-Stateless': word });
  };

  test.each(['true', 'false', '1', '0', 'True', 'FALSE'])('%s is a word everywhere', async (word) => {
    expect((await submit('form', word)).status).toBe(200);
    expect((await submit('header', word)).status).toBe(200);
    expect((await api.postRaw(PDF, tenant, `?linearize=${word}`)).status).toBe(200);
  });

  test.each(['yes', 'on', '2', ' '])('%j is refused in the same words everywhere', async (word) => {
    const inForm = await problemOf(await submit('form', word));
    expect(inForm.detail).toBe('linearize must be true or false');
    const inQuery = await problemOf(await api.postRaw(PDF, tenant, `?linearize=${encodeURIComponent(word)}`));
    expect(inQuery.detail).toBe('linearize must be true or false');
    if (word.trim() === '') return; // an empty header counts as absent
    const inHeader = await problemOf(await submit('header', word));
    expect(inHeader.detail).toBe('X-Stateless must be true or false');
  });

  test.each(['true', 1, null])('of a body of JSON are not %j', async (value) => {
    const erasure = await problemOf(
      await api.portal('POST', '/api/portal/erasure', owner, { scope: 'all', dryRun: value }),
    );
    expect(erasure).toMatchObject({ detail: 'dryRun must be true or false', errors: [{ code: 'invalid_type' }] });
    const hook = { url: 'https://receiver.example', events: ['normalization.success'], active: value };
    const created = await problemOf(await api.portal('POST', '/api/portal/webhooks', owner, hook));
    expect(created.detail).toBe('active must be true or false');
  });
});
