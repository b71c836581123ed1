/** Tests that every route first rejects unknown parameters and wrong kinds of bodies. */
import { describe, expect, test } from 'vitest';
import type { Operation } from '#api/operation.ts';
import { OPERATIONS } from '#api/endpoints.ts';
import { conformingFetch } from '#test/support/conformance.ts';
import { someAddress } from '#test/support/addresses.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const owner = started(() => api.newMember(tenant));
const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const);

/** Calls with valid credentials. */
function call({ method, path, access }: Operation, query: string, init: RequestInit = {}): Promise<Response> {
  const credentials =
    access.scopes === undefined ? { Authorization: `Bearer ${owner.token}` } : { 'X-Api-Key': tenant.key };
  const headers = {
    'X-Forwarded-For': someAddress(),
    ...credentials,
    ...Object.fromEntries(new Headers(init.headers)),
  };
  return conformingFetch(api.url + path + query, { ...init, method: method.toUpperCase(), headers });
}

describe('a parameter that nobody knows is refused by name', () => {
  // The existence of an id is checked first, and the kind of body if parameters depend on it.
  const asking = OPERATIONS.filter(
    ({ access, path, isQueryOfHandler = false }) =>
      access.action !== undefined && !path.includes('{') && !isQueryOfHandler,
  );

  test.each(named(asking))('%s', async (_, operation) => {
    const problem = await problemOf(await call(operation, '?colour=blue'));
    expect(problem).toMatchObject({
      status: 400,
      code: 'unknown_parameter',
      errors: expect.arrayContaining([expect.objectContaining({ in: 'query', name: 'colour' })]),
    });
  });
});

test('all faults of a body are told at once, in words, each with its field', async () => {
  const body = JSON.stringify({ name: 5, scopes: ['write'], colour: 'blue', expiresAt: 'tomorrow' });
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.token}` };
  const answer = await fetch(`${api.url}/api/portal/api-keys`, { method: 'POST', body, headers });
  expect(await problemOf(answer)).toMatchObject({
    errors: [
      { name: '/name', code: 'invalid_type', detail: 'name must be a string' },
      { name: '/scopes/0', code: 'invalid_value', detail: 'scopes/0 must be one of normalize, read' },
      { name: '/expiresAt', detail: 'expiresAt must be a date and time of ISO 8601 with its offset, or null' },
      { name: '/colour', code: 'unknown_parameter', detail: '"colour" is not a parameter of this request' },
    ],
  });
  const empty = await fetch(`${api.url}/api/portal/api-keys`, { method: 'POST', body: '{}', headers });
  expect((await problemOf(empty)).detail).toBe('name is missing; scopes is missing');
});

test('of thousands of faults so many are told as help somebody', async () => {
  const names = Array.from({ length: 6_000 }, (_, index) => [`k${index}`, 1] as const);
  const body = JSON.stringify(Object.fromEntries(names));
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${owner.token}` };
  const answer = await problemOf(await fetch(`${api.url}/api/portal/api-keys`, { method: 'POST', body, headers }));
  expect(answer).toMatchObject({ status: 400, code: 'unknown_parameter' });
  expect(answer.errors).toHaveLength(50);
});

describe('a body of JSON', () => {
  const taking = OPERATIONS.filter(
    ({ path, body }) => 'application/json' in (body?.content ?? {}) && !path.includes('{'),
  );

  // Bodies with a signature are read as bytes, because the signature identifies the sender.
  const signed = ['/api/billing/webhook', '/api/hooks/secret-scanning'];
  const plain = taking.filter(({ path }) => !signed.includes(path));

  test.each(named(plain))('%s takes nothing that says it is something else', async (_, operation) => {
    const body = 'name=value';
    const response = await call(operation, '', { body, headers: { 'Content-Type': 'text/plain' } });
    expect(await problemOf(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  test.each(named(taking))('%s takes none that is larger than any of its kind', async (_, operation) => {
    const body = JSON.stringify({ filler: 'x'.repeat(2 * 1024 * 1024) });
    const response = await call(operation, '', { body, headers: { 'Content-Type': 'application/json' } });
    expect(await problemOf(response)).toMatchObject({ status: 413, code: 'body_too_large' });
  });

  test.each(named(plain))('%s takes no member twice', async (_, operation) => {
    const body = String.raw`{"a":[{"b":1},{"c/d":1,"c\u002fd":2}],"a":1}`;
    const response = await call(operation, '', { body, headers: { 'Content-Type': 'application/json' } });
    const detail = 'The body has the name "c/d" more than once.';
    const errors = [{ in: 'body', name: '/a/1/c~1d', code: 'duplicate', detail }];
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'validation_failed', errors });
  });

  test.each([
    ['{"name":"x","name":"x"}', '/name', 'duplicate'],
    [String.raw`{"name" : "a \"name\": {", "nam\u0065" :1}`, '/name', 'duplicate'],
    ['{"__proto__":1}', '/__proto__', 'unknown_parameter'],
    [`${'{"a":['.repeat(8_000)}${']}'.repeat(8_000)}`, '/a', 'unknown_parameter'],
    [`${'{"a":['.repeat(8_000)}{"b":1,"b":1}${']}'.repeat(8_000)}`, '/a/0/a/0', 'duplicate'],
    [`{"a":"${'\\\\'.repeat(15_000)}","a":1}`, '/a', 'duplicate'],
  ])('%j is refused at %s', async (body, name, code) => {
    const headers = { 'X-Api-Key': tenant.key, 'Content-Type': 'application/json' };
    const problem = await problemOf(await fetch(`${api.url}/api/batches`, { method: 'POST', body, headers }));
    expect(problem.status).toBe(400);
    expect(problem.errors?.[0]).toMatchObject({ in: 'body', name: expect.stringMatching(`^${name}`), code });
  });

  test('may have the same name in several objects, and in a value', async () => {
    const headers = { 'X-Api-Key': tenant.key, 'Content-Type': 'application/json' };
    const body = '{"name":"a","metadata":{"name":"\\"name\\":","metadata":"name"}}';
    expect((await fetch(`${api.url}/api/batches`, { method: 'POST', body, headers })).status).toBe(201);
  });

  test.each(named(taking))('%s takes no member that nobody knows', async (_, operation) => {
    const body = JSON.stringify({ colour: 'blue' });
    const response = await call(operation, '', { body, headers: { 'Content-Type': 'application/json' } });
    expect(await problemOf(response)).toMatchObject({ status: 400 });
  });
});
