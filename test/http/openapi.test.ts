/** Tests that the description of the API has every route and nothing else. */
import { expect, test } from 'vitest';
import { OPERATIONS } from '#api/endpoints.ts';
import { openApiDocument } from '#api/meta/openapi-document.ts';
import { conformingFetch } from '#test/support/conformance.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());

test('the document is served, and served as unchanged to those who have it', async () => {
  const response = await api.get('/openapi.json', null);
  expect(response.headers.get('content-type')).toMatch('application/json');
  expect(await response.json()).toEqual(
    JSON.parse(JSON.stringify(openApiDocument(OPERATIONS, 'https://fixpoint.test'))),
  );

  const again = await api.get('/openapi.json', null, { 'If-None-Match': response.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('every operation has a name of its own', () => {
  const names = OPERATIONS.map(({ id }) => id);
  expect(new Set(names).size).toBe(names.length);
});

test.each(OPERATIONS.map(({ method, path }) => [method.toUpperCase(), path]))(
  '%s %s is served',
  async (method, path) => {
    const response = await fetch(api.url + path.replace(/\{\w+\}/, 'x'), { method });
    if (response.status !== 404) return;
    // The answer means that nothing has this name, and not that the path is unknown.
    const { resource } = await problemOf(response);
    expect(resource).toBeTypeOf('string');
  },
);

test('every route of the API is described', async () => {
  const described = OPERATIONS.flatMap(({ method, path, formerPath = path }) =>
    [path, formerPath].map((one) => `${method.toUpperCase()} ${one}`),
  );
  expect(api.routes().filter((route) => !described.includes(route))).toEqual([]);
});

test('what takes API keys and sign-ins says so, and by which scopes and roles', () => {
  const document = openApiDocument(OPERATIONS, 'https://fixpoint.test');
  expect(document.paths?.['/api/submissions/{id}']?.get).toMatchObject({
    security: [{ apiKey: [] }, { bearer: [] }, { accessToken: [] }],
    'x-scopes': ['read', 'normalize'],
    'x-roles': ['owner', 'admin', 'member'],
  });
  expect(document.paths?.['/api/portal/team']?.get?.security).toEqual([{ accessToken: [] }]);
  expect(document.paths?.['/livez']?.get?.security).toEqual([]);
});

test.each(
  OPERATIONS.filter(({ access: { scopes, action } }) => scopes !== undefined || action !== undefined).map(
    ({ method, path }) => [method.toUpperCase(), path],
  ),
)('%s %s asks for credentials', async (method, path) => {
  const response = await fetch(api.url + path.replace(/\{\w+\}/, 'x'), { method });
  expect(await problemOf(response)).toMatchObject({ status: 401, code: 'missing_credentials' });
});

/** Without ids, which are searched first, and without forms, which have other parameters. */
const PLAIN = OPERATIONS.filter(
  ({ access: { scopes, action }, params, body }) =>
    (scopes ?? action) !== undefined && !params && !body?.content['multipart/form-data'],
);

test.each(PLAIN.map(({ method, path, access: { action } }) => [method.toUpperCase(), path, action] as const))(
  '%s %s refuses a parameter it does not know, and says that it may',
  async (method, path, action) => {
    const tenant = await api.newTenant();
    const { token } = await api.newMember(tenant);
    const headers = action ? { Authorization: `Bearer ${token}` } : { 'X-Api-Key': tenant.key };
    const init = { method, headers: { ...headers, 'Content-Type': 'application/json' } };
    const response = await conformingFetch(`${api.url}${path}?surprise=1`, init);
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'unknown_parameter' });
  },
);
