/** Tests bodies with an announced digest (RFC 9530): a body with another digest is rejected and not stored. */
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pdfSaying, problemOf, startApi } from '#test/support/api.ts';
import { SubmissionEntity } from '#store/submissions/submission-row.ts';
import { started } from '#test/support/started.ts';

const api = started(() => startApi());
const tenant = started(() => api.newTenant());
const PDF = Buffer.from(pdfSaying('digested'));
const digest = (algorithm: string, bytes: Uint8Array) => {
  const name = algorithm.replace('sha', 'sha-');
  return `${name}=:${createHash(algorithm).update(bytes).digest('base64')}:`;
};
const submissions = () => api.database.system().count(SubmissionEntity, { organizationId: tenant.organizationId });

const FORM_TYPE = 'multipart/form-data; boundary=b';
const formOf = (parts: readonly [string, Uint8Array][], epilogue = '') =>
  Buffer.concat([
    ...parts.flatMap(([name, bytes]) => [
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--b--\r\n${epilogue}`),
  ]);

type Sender = (headers: Record<string, string>) => Promise<Response>;
const send = (path: string, type: string, body: Uint8Array, headers: Record<string, string>) =>
  fetch(api.url + path, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'X-Api-Key': tenant.key, 'Content-Type': type, ...headers },
  });

const FORM = formOf([['file', PDF]], 'The epilogue belongs to the body.');
/** The epilogue follows the part of the form that the reader needs. */
const LONG_FORM = formOf([['file', PDF]], '-'.repeat(48 * 1024));
const PAIR = formOf([
  ['file_a', PDF],
  ['file_b', pdfSaying('the other')],
]);
const JSON_BODY = Buffer.from('{"name":"digested"}');

const KINDS: [string, Buffer, (body: Buffer) => Sender][] = [
  ['a raw body', PDF, (body) => (headers) => send('/api/normalize', 'application/pdf', body, headers)],
  ['a form', FORM, (body) => (headers) => send('/api/normalize', FORM_TYPE, body, headers)],
  ['a form with a long epilogue', LONG_FORM, (body) => (headers) => send('/api/normalize', FORM_TYPE, body, headers)],
  ['a form of two files', PAIR, (body) => (headers) => send('/api/compare', FORM_TYPE, body, headers)],
  ['JSON', JSON_BODY, (body) => (headers) => send('/api/batches', 'application/json', body, headers)],
];

describe.each(KINDS)('the digest of %s', (_, body, sender) => {
  test.each(['Content-Digest', 'Repr-Digest'])('in %s lets through what has it, by each algorithm', async (header) => {
    for (const value of [
      digest('sha256', body),
      digest('sha512', body),
      `${digest('sha256', body)}, ${digest('sha512', body)}`,
      `md5=:AAAA:, unixsum=30637, sha=?1;x="a, b", ${digest('sha256', body)}`,
      'md5=:AAAA:',
    ]) {
      expect((await sender(body)({ [header]: value })).ok).toBe(true);
    }
  });

  test.each(['Content-Digest', 'Repr-Digest'])(
    'in %s refuses what does not have it, and stores nothing',
    async (header) => {
      const before = await submissions();
      for (const value of [
        digest('sha256', randomBytes(10)),
        digest('sha512', randomBytes(10)),
        `${digest('sha256', body)}, ${digest('sha512', randomBytes(10))}`,
        'sha-256=:AAAA:',
      ]) {
        expect(await problemOf(await sender(body)({ [header]: value }))).toMatchObject({
          status: 400,
          code: 'digest_mismatch',
        });
      }
      expect(await submissions()).toBe(before);
      expect(await api.spooled()).toEqual([]);
    },
  );

  test.each(['sha-256', 'sha-256="AAAA"', 'sha-256=:A', 'sha-256=abc', '{}', 'sha-256=:AAAA:,'])(
    'is refused where the header %j has none',
    async (value) => {
      const errors = [{ in: 'header', name: 'Content-Digest', code: 'invalid_format' }];
      expect(await problemOf(await sender(body)({ 'Content-Digest': value }))).toMatchObject({ status: 400, errors });
    },
  );
});
