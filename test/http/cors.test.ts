/** Tests which pages of other origins can read answers, by the headers and in a browser. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '#api/endpoints.ts';
import { hasBrowser, sees, useBrowser } from '#test/support/browser.ts';
import { problemOf, startApi } from '#test/support/api.ts';
import { ask, PASSWORD, registered } from '#test/support/accounts.ts';
import { requires } from '#test/support/requires.ts';
import { started } from '#test/support/started.ts';

const PORTAL = 'https://portal.example';
const STRANGER = 'https://stranger.example';

const portalOrigins = [PORTAL];

const api = started(() => startApi({ settings: { portalOrigins } }));
const tenant = started(() => api.newTenant());
const corsOf = ({ headers }: Response) => [...headers].filter(([name]) => name.startsWith('access-control-'));

function preflight(path: string, origin: string): Promise<Response> {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
  };
  return fetch(api.url + path, { method: 'OPTIONS', headers });
}

describe('a page of one of PORTAL_ORIGINS', () => {
  test('is allowed what it asks for before', async () => {
    const response = await preflight('/api/batches', PORTAL);
    expect(response.status).toBe(204);
    expect(Object.fromEntries(corsOf(response))).toEqual({
      'access-control-allow-origin': PORTAL,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET,HEAD,POST,PUT,DELETE',
      'access-control-allow-headers': 'authorization,content-type,idempotency-key',
      'access-control-max-age': '7200',
    });
    expect(response.headers.get('vary')).toContain('Origin');
  });

  test.each(['content-digest', 'repr-digest', 'if-match', 'if-unmodified-since'])('may send %s', async (header) => {
    const headers = {
      Origin: PORTAL,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': header,
    };
    const response = await fetch(`${api.url}/api/normalize`, { method: 'OPTIONS', headers });
    expect(response.headers.get('access-control-allow-headers')).toBe(header);
  });

  test('may read answers, with every header that operations declare but cookies', async () => {
    const response = await api.get('/api/batches', tenant, { Origin: PORTAL });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(PORTAL);
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('vary')).toContain('Origin');
    const exposed = (response.headers.get('access-control-expose-headers') ?? '').split(',');
    const declared = OPERATIONS.flatMap(({ answers }) => answers.flatMap(({ headers = {} }) => Object.keys(headers)));
    expect(declared.filter((name) => !exposed.includes(name) && name !== 'Set-Cookie')).toEqual([]);
    expect(exposed).toEqual(expect.arrayContaining(['X-Request-Id', 'Retry-After', 'Link', 'ETag', 'Location']));
    expect(exposed).not.toContain('Set-Cookie');
  });

  test.each([
    ['/api/batches', null, 401],
    ['/nowhere', null, 404],
    ['/api/batches?colour=blue', 'key', 400],
  ] as const)('may read problems: %s as %s is %i', async (path, as, status) => {
    const response = await api.get(path, as && tenant, { Origin: PORTAL });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(PORTAL);
    await problemOf(response);
  });

  test('may read that it called too often', async () => {
    const headers = { Origin: PORTAL, 'X-Forwarded-For': '2001:db8:77:77::1' };
    const login = () => api.portal('POST', '/api/auth/login', null, { email: 'a@b.example', password: 'x' }, headers);
    for (let calls = 0; calls < 5; calls++) await login();
    const refused = await login();
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, PORTAL]);
    expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });
});

describe('a page of any other origin', () => {
  test.each([STRANGER, 'null', `${PORTAL}.evil.example`, 'http://portal.example'])(
    'as %s is told nothing',
    async (origin) => {
      const asked = await preflight('/api/batches', origin);
      expect([asked.status, corsOf(asked)]).toEqual([200, []]);
      const answered = await api.get('/api/batches', tenant, { Origin: origin });
      expect([answered.status, corsOf(answered)]).toEqual([200, []]);
      expect(answered.headers.get('vary')).toContain('Origin');
    },
  );

  test.each(['/openapi.json', '/.well-known/attestation-keys.json', '/ns/attestation/v1', '/ns/facts/v1'])(
    'may read %s, without cookies',
    async (path) => {
      for (const origin of [STRANGER, PORTAL]) {
        const { headers } = await api.get(path, null, { Origin: origin });
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('access-control-allow-credentials')).toBeNull();
      }
    },
  );
});

test('the refresh cookie goes with no request that another site makes', async () => {
  const { headers } = await ask(api, 'login', { email: await registered(api), password: PASSWORD });
  expect(headers.get('set-cookie')).toMatch(/SameSite=Strict/);
});

describe('in a browser', requires('Chromium', hasBrowser), () => {
  const visitors = useBrowser();
  let pages: Server;
  let port: number;

  /** A page that calls the API and shows the part that it could read. */
  const html = () => `<!doctype html><body><script>
    const headers = { 'X-Api-Key': ${JSON.stringify(tenant.key)}, 'Content-Type': 'application/json', 'Idempotency-Key': 'page' };
    const say = (text) => document.body.append(text);
    fetch(${JSON.stringify(`${api.url}/api/batches`)}, { method: 'POST', body: '{"name":"of a page"}', headers, credentials: 'include' })
      .then((response) => response.json().then(({ name }) => say([response.status, name, response.headers.get('location')?.slice(0, 13)].join(' '))))
      .catch((error) => say('kept away'));
  </script>`;

  beforeAll(async () => {
    pages = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html())).listen(0);
    await once(pages, 'listening');
    const address = pages.address();
    port = typeof address === 'object' && address ? address.port : 0;
    portalOrigins.push(`http://127.0.0.1:${port}`);
  });
  afterAll(() => void pages.close());

  test('a page of an allowed origin reads answer and headers', async () => {
    const origin = `http://127.0.0.1:${port}`;
    const page = await visitors.newPage({ origins: [origin, api.url] });
    await page.goto(origin);
    await sees(page, '201 of a page /api/batches/');
  });

  test('the same page of another origin is kept away', async () => {
    const origin = `http://localhost:${port}`;
    const page = await visitors.newPage({ origins: [origin, api.url] });
    await page.goto(origin);
    await sees(page, 'kept away');
  });
});
