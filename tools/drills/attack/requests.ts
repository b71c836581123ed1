/** Sends requests that are malformed, too large or ambiguous. */
import { gzipSync } from 'node:zlib';
import { type Attempt, broken, held, type Outcome, refusal, refused } from './attempts.ts';
import { ask, sendRaw, statusesOf } from './http.ts';
import type { Stage } from './stage.ts';

export async function attackRequests(stage: Stage, attempt: Attempt): Promise<void> {
  await sendBytes(stage, attempt);
  await sendBodies(stage, attempt);
  await sendPaths(stage, attempt);
}

/** Ambiguous requests must be rejected, and there may never be more answers than requests. */
async function sendBytes({ target: { baseUrl } }: Stage, attempt: Attempt): Promise<void> {
  const host = `Host: ${new URL(baseUrl).host}\r\n`;
  const post = `POST /api/auth/logout HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
  const smuggled = `GET /version HTTP/1.1\r\n${host}\r\n`;
  const refusals: Record<string, string> = {
    'a length and chunks': `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'two lengths': `${post}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    'a length that is no number': `${post}Content-Length: +2\r\n\r\n{}${smuggled}`,
    'packed chunks': `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'chunks of chunks': `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'two types of a body': `${post}Content-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    'chunks by another name': `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'a chunk of a size that is none': `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n`,
    'a space before the colon': `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'a header that goes on in the next line': `GET /version HTTP/1.1\r\n${host}X-Request-Id: a\r\n b\r\n\r\n`,
    'a line that ends early': `GET /version HTTP/1.1\r\n${host}X-Request-Id: a\rSet-Cookie: b=c\r\n\r\n`,
    'a zero in a header': `GET /version HTTP/1.1\r\n${host}X-Request-Id: a\0b\r\n\r\n`,
    'no host': 'GET /version HTTP/1.1\r\n\r\n',
    'two hosts': `GET /version HTTP/1.1\r\n${host}Host: attack.example\r\n\r\n`,
    'a method there is not': `ATTACK /version HTTP/1.1\r\n${host}\r\n`,
    'a version there is not': `GET /version HTTP/9.9\r\n${host}\r\n`,
    'headers of a megabyte': `GET /version HTTP/1.1\r\n${host}X-Request-Id: ${'a'.repeat(1_000_000)}\r\n\r\n`,
    'another protocol': 'EHLO attack.example\r\n',
    'TLS where it is not spoken': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'a request through it to elsewhere': 'CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: 169.254.169.254\r\n\r\n',
  };
  for (const [name, bytes] of Object.entries(refusals)) {
    await attempt(`bytes: ${name}`, async () => verdictOf(statusesOf(await sendRaw(baseUrl, bytes))));
  }
  await attempt('bytes: a request for another server', async () => {
    const received = await sendRaw(
      baseUrl,
      'GET http://169.254.169.254/latest/meta-data HTTP/1.1\r\nHost: attack.example\r\nConnection: close\r\n\r\n',
    );
    const [status = 0] = statusesOf(received);
    return status === 404 ? refused('404 of this one') : broken(received.slice(0, 300));
  });
  for (const header of ['X-Request-Id', 'Idempotency-Key', 'Origin', 'Accept-Language', 'Referer']) {
    await attempt(`a header put into answers by ${header}`, async () => {
      const headers = { [header]: 'a%0d%0aSet-Cookie:%20broken=1' };
      const answer = await ask(`${baseUrl}/api/submissions?%0d%0aSet-Cookie:%20broken=1`, { headers });
      return answer.headers.get('set-cookie') === null ? held(`${answer.status}`) : broken('it is there');
    });
  }
}

function verdictOf(statuses: readonly number[]): Outcome {
  if (statuses.length === 0) return refused('the connection is closed');
  const isRefusal = statuses.every((status) => (status >= 400 && status < 500) || status === 501);
  return isRefusal && statuses.length === 1 ? refused(statuses.join(' ')) : broken(`answers: ${statuses.join(' ')}`);
}

async function sendBodies({ target: { baseUrl, apiKey } }: Stage, attempt: Attempt): Promise<void> {
  const login = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    ask(`${baseUrl}/api/auth/login`, {
      method: 'POST',
      body: typeof body === 'string' ? body : Buffer.from(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  const credentials = { email: 'nobody@person.example', password: 'x' };
  const text = JSON.stringify(credentials);
  const bodies: Record<string, () => Promise<Response>> = {
    'of a megabyte': () => login(`{"email":"${'a'.repeat(1_000_000)}"}`),
    'ten thousand levels deep': () => login('['.repeat(10_000) + ']'.repeat(10_000)),
    'that ends early': () => login(text.slice(0, -1)),
    'of two values': () => login(text + text),
    'that is no UTF-8': () => login(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
    'of UTF-16': () => login(Buffer.from(text, 'utf16le')),
    'that is compressed': () => login(gzipSync(Buffer.alloc(10_000_000, 0x20)), { 'Content-Encoding': 'gzip' }),
    'of another type': () => login(text, { 'Content-Type': 'text/plain' }),
    'that is XML with an entity': () =>
      login('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', { 'Content-Type': 'application/xml' }),
    'with a prototype': () => login(`{"__proto__":{"isActive":true},${text.slice(1)}`),
    'with a constructor': () => login(`{"constructor":{"prototype":{"isActive":true}},${text.slice(1)}`),
    'with conditions for values': () => login('{"email":{"$ne":null},"password":{"$ne":null}}'),
    'with a list for a value': () => login('{"email":["a@person.example"],"password":["x"]}'),
    'that is a number': () => login('1e999'),
    'with a zero in a word': () => login('{"email":"a\\u0000@person.example","password":"x"}'),
  };
  for (const [name, send] of Object.entries(bodies)) {
    await attempt(`a body ${name}`, async () => refusal(await send(), 400, 413, 415));
  }
  const headers = { 'X-Api-Key': apiKey };
  const form = (body: string, type = 'multipart/form-data; boundary=x') =>
    ask(`${baseUrl}/api/normalize`, { method: 'POST', body, headers: { ...headers, 'Content-Type': type } });
  const part = (disposition: string, body = '') => `--x\r\nContent-Disposition: ${disposition}\r\n\r\n${body}\r\n`;
  const forms: Record<string, () => Promise<Response>> = {
    'without an end': () => form(part('form-data; name="file"; filename="a.pdf"', '%PDF-1.7')),
    'without a boundary': () => form('x', 'multipart/form-data'),
    'with a boundary of ten thousand': () => form('x', `multipart/form-data; boundary=${'x'.repeat(10_000)}`),
    'with ten thousand fields': () => form(`${part('form-data; name="a"').repeat(10_000)}--x--\r\n`),
    'with ten thousand files': () =>
      form(`${part('form-data; name="file"; filename="a.pdf"').repeat(10_000)}--x--\r\n`),
    'with a prototype': () => form(`${part('form-data; name="__proto__"', '{}')}--x--\r\n`),
    'with names within names': () => form(`${part('form-data; name="a[__proto__][b]"', '1')}--x--\r\n`),
    'with headers of a megabyte': () => form(`--x\r\nX: ${'a'.repeat(1_000_000)}\r\n\r\n\r\n--x--\r\n`),
  };
  for (const [name, send] of Object.entries(forms)) {
    await attempt(`a form ${name}`, async () => refusal(await send(), 400, 413, 415));
  }
  const nul = await ask(`${baseUrl}/api/submissions?batch_id=%00&page_size=1e9&__proto__[a]=1`, { headers });
  await attempt('a query with a prototype, a zero and a number without end', () => refusal(nul, 400));
}

/** No path may lead to a file or to the target of another path. */
async function sendPaths({ target: { baseUrl } }: Stage, attempt: Attempt): Promise<void> {
  const host = new URL(baseUrl).host;
  const secrets = /"@fixpoint\/service"|root:x:0|BEGIN [A-Z ]*PRIVATE KEY/;
  const up = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..\\',
    '..%5c',
    '%252e%252e%252f',
    '....//',
    '..;/',
    '%c0%ae%c0%ae/',
    '..%00/',
  ];
  const places = ['/portal/assets/', '/problems/', '/codes/', '/docs/', '/'];
  for (const step of up) {
    await attempt(`a path that goes up by ${step}`, async () => {
      for (const place of places) {
        for (const file of ['package.json', 'etc/passwd', 'signing-key.pem']) {
          const path = `${place}${step.repeat(8)}${file}`;
          const received = await sendRaw(baseUrl, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
          const [status = 0] = statusesOf(received);
          if (secrets.test(received) || status >= 500 || status === 200) return broken(`${path}: ${status}`);
        }
      }
      return refused('none of 15 is there');
    });
  }
  for (const path of [
    '/API/portal/organization',
    '//api/portal/organization',
    '/api/portal/organization/',
    '/api/./portal/organization',
    '/api/portal/organization;a=b',
    '/api/portal%2forganization',
    '/api/portal/organization%00',
  ]) {
    await attempt(`without a token by ${path}`, async () => refusal(await ask(baseUrl + path), 401, 404, 400));
  }
}
