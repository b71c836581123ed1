/** Certificate and envelope, the other two forms of an attestation, by the code that runs in browsers. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { issuerWith, newKey } from '#test/support/builders/issuer.ts';
import { attestable, NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { verifyCertificate } from './certificate.ts';
import { verifyEnvelope } from './envelope.ts';
import { isThumbprint } from './key-set.ts';

const key = newKey();
const keySet = { keys: [newKey().publicJwk, key.publicJwk] };
const { attestation, certificate, envelope } = await issuerWith(key)({
  ...attestable({ ...REPORT, normalized: NORMALIZED }),
  normalized: NORMALIZED,
  processingTimeMs: 12,
  attestationId: '018f2b6e-0000-7000-8000-000000000001',
  issuedAt: new Date('2026-11-28T10:00:00.123Z'),
});

const reasonOf = async (compact: string, keys: unknown = keySet) => (await verifyCertificate(compact, keys)).reason;

/** With one character of the part changed into another one of the alphabet. */
function changed(part: number): string {
  const parts = certificate.split('.');
  parts[part] = parts[part]?.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')) ?? '';
  return parts.join('.');
}

test('a certificate holds, and says what it says', async () => {
  const { reason, kid, claims } = await verifyCertificate(`${certificate}\n`, keySet);
  expect([reason, kid]).toEqual([null, key.publicJwk.kid]);
  expect(claims).toMatchObject({ normalizedSha256: NORMALIZED.sha256, jti: attestation.attestationId });
});

test('a certificate that was changed does not hold', async () => {
  expect(await reasonOf(changed(1))).toBe('signature_invalid');
  expect(await reasonOf(changed(2))).toBe('signature_invalid');
  expect(await reasonOf(certificate, { keys: [newKey().publicJwk] })).toBe('unknown_key');
  const same = { ...newKey().publicJwk, kid: key.publicJwk.kid };
  expect(await reasonOf(certificate, { keys: [same] })).toBe('signature_invalid');
});

test('a token of another kind, or with a header that asks for more, is no certificate', async () => {
  const token = async (header: object) =>
    new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: key.publicJwk.kid, ...header }).sign(key.privateKey);
  expect(await reasonOf(await token({ typ: 'normalization-certificate+jwt' }))).toBeNull();
  expect(await reasonOf(await token({ typ: 'deletion-certificate+jwt' }))).toBe('malformed');
  expect(await reasonOf(await token({}))).toBe('malformed');
  const [head, ...rest] = certificate.split('.');
  const header = JSON.parse(Buffer.from(head ?? '', 'base64url').toString());
  const withHeader = (more: object) =>
    [Buffer.from(JSON.stringify({ ...header, ...more })).toString('base64url'), ...rest].join('.');
  expect(await reasonOf(withHeader({ crit: ['b64'], b64: false }))).toBe('malformed');
  expect(await reasonOf(withHeader({ alg: 'none' }))).toBe('malformed');
});

test.each(['', 'a.b.c', '....', certificate.replaceAll('.', ' ')])('%j is no certificate', async (text) => {
  expect(await reasonOf(text)).toBe('malformed');
});

test('an envelope holds, and says what it says', async () => {
  const { reason, kid, predicate } = await verifyEnvelope(structuredClone(envelope), keySet);
  expect([reason, kid]).toEqual([null, key.publicJwk.kid]);
  expect(predicate).toMatchObject({ subject: attestation.subject });
});

test('an envelope that was changed does not hold', async () => {
  const reason = async (given: unknown, keys: unknown = keySet) => (await verifyEnvelope(given, keys)).reason;
  const payload = Buffer.from(envelope.payload, 'base64').toString().replace('"warningCount":', '"warningCount":1');
  expect(await reason({ ...envelope, payload: Buffer.from(payload).toString('base64') })).toBe('signature_invalid');
  expect(await reason({ ...envelope, payloadType: 'text/plain' })).toBe('malformed');
  expect(await reason({ ...envelope, payload: '%' })).toBe('malformed');
  expect(await reason({ ...envelope, signatures: [] })).toBe('unknown_key');
  expect(await reason(envelope, { keys: [] })).toBe('unknown_key');
  for (const nothing of [null, [], 'envelope', 7]) expect(await reason(nothing)).toBe('malformed');
});

test('an envelope of another key does not hold by the name of ours', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sig = sign('sha256', Buffer.from(envelope.payload, 'base64'), privateKey).toString('base64');
  const forged = { ...envelope, signatures: [{ keyid: key.publicJwk.kid, sig }] };
  expect((await verifyEnvelope(forged, keySet)).reason).toBe('signature_invalid');
});

test('the name of a key is its thumbprint, or is not', async () => {
  expect(await isThumbprint(key.publicJwk.kid, key.publicJwk)).toBe(true);
  expect(await isThumbprint(key.publicJwk.kid, newKey().publicJwk)).toBe(false);
  expect(await isThumbprint('', null)).toBe(false);
  expect(await isThumbprint(key.publicJwk.kid, { ...key.publicJwk, x: '\ud800' })).toBe(false);
});
