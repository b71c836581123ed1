import { createHash, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Attestation, VerificationReason } from '#domain/attestation.ts';
import { issuerWith, newKey, olderProof, PUBLIC_URL } from '#test/support/builders/issuer.ts';
import { attestable, NAMED_FACTS, NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { changedValues, removedMembers } from '#test/support/builders/tampering.ts';
import { signedPayload, verifyAttestation } from './verify.ts';

const pdf = Buffer.from('%PDF-1.7 a document');
const sha256 = createHash('sha256').update(pdf).digest('hex');
const key = newKey();
const keySet = { keys: [newKey().publicJwk, key.publicJwk] };
const normalized = { ...NORMALIZED, sha256 };
const attestationId = '018f2b6e-0000-7000-8000-000000000001';
const proof = await issuerWith(key)({
  ...attestable({ ...REPORT, normalized }),
  normalized,
  processingTimeMs: 12,
  attestationId,
  issuedAt: new Date('2026-11-28T10:00:00.123Z'),
});
const { attestation } = proof;

async function reasonFor(document: unknown, keys: unknown = keySet): Promise<VerificationReason | null> {
  const { valid, reason } = await verifyAttestation(document, keys);
  expect(valid).toBe(reason === null);
  return reason;
}

function withSignature(value: string): Attestation {
  return { ...attestation, signature: { ...attestation.signature, value } };
}

test('an attestation holds, by itself and for its PDF', async () => {
  const verdict = {
    valid: true,
    attestationId,
    normalizedSha256: sha256,
    issuedAt: '2026-11-28T10:00:00.123Z',
    reason: null,
    verdict: { kind: 'normalized', level: 'neutral' },
    facts: NAMED_FACTS,
  };
  expect(await verifyAttestation(attestation, keySet)).toEqual(verdict);
  expect(await verifyAttestation(attestation, keySet, { pdf })).toEqual(verdict);
  expect(await verifyAttestation(attestation, keySet, { pdf: sha256.toUpperCase() })).toEqual(verdict);
});

test('an attestation of an earlier version holds, and says nothing of the verdict', async () => {
  const older = await olderProof(proof, key);
  expect(await verifyAttestation(older.attestation, keySet, { pdf })).toMatchObject({
    valid: true,
    verdict: null,
    facts: null,
  });
});

test('a level that this version does not know is a reason for caution, and one that nobody signed is none', async () => {
  const later = { ...attestation, findings: { ...attestation.findings, verdict: { kind: 'new', level: 'new' } } };
  const signature = sign('sha256', Buffer.from(signedPayload(later) ?? ''), key.privateKey).toString('base64');
  const resigned = { ...later, signature: { ...later.signature, value: signature } };
  expect(await verifyAttestation(resigned, keySet)).toMatchObject({ verdict: { kind: 'new', level: 'caution' } });
  expect(await verifyAttestation(later, keySet)).toMatchObject({ valid: false, verdict: null, facts: null });
});

test('the order of members and the white space of the file do not matter', async () => {
  const reordered = Object.fromEntries(Object.entries(attestation).toReversed());
  expect(await reasonFor(JSON.parse(JSON.stringify(reordered, null, 4)))).toBeNull();
});

test('the signature may be r‖s too, as JOSE writes it', async () => {
  const payload = Buffer.from(signedPayload(attestation) ?? '');
  const raw = sign('sha256', payload, { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  expect(await reasonFor(withSignature(raw.toString('base64')))).toBeNull();
});

test('hundreds of signatures in DER, with long and short numbers, are all read', async () => {
  const payload = Buffer.from(signedPayload(attestation) ?? '');
  const lengths = new Set<number>();
  for (let index = 0; index < 500; index++) {
    const value = sign('sha256', payload, key.privateKey);
    lengths.add(value.length);
    expect(await reasonFor(withSignature(value.toString('base64')))).toBeNull();
  }
  expect(lengths.size).toBeGreaterThan(2);
});

describe('a change is noticed', () => {
  test.each(changedValues(attestation))('of $where', async ({ where, changed }) => {
    expect(await reasonFor(changed)).toBe(where === 'issuer.publicKeyId' ? 'unknown_key' : 'signature_invalid');
  });

  test.each(removedMembers(attestation))('that leaves out $where', async ({ where, changed }) => {
    // Older attestations do not have these members: the signature alone shows that they were there.
    const isNewer = /^(?:processing\.parserIsolation|findings\.verdict|facts)\b/.test(where);
    expect(await reasonFor(changed)).toBe(isNewer ? 'signature_invalid' : 'malformed');
  });

  test.each(['', 'issuer', 'subject', 'processing', 'findings', 'signature'] as const)(
    'that adds a member to "%s"',
    async (part) => {
      const changed = part === '' ? { ...attestation } : { ...attestation, [part]: { ...attestation[part] } };
      Reflect.set(part === '' ? changed : Reflect.get(changed, part), 'more', 'than was signed');
      expect(await reasonFor(changed)).toBe('signature_invalid');
    },
  );

  test('of any single byte of the signature', async () => {
    const bytes = Buffer.from(attestation.signature.value, 'base64');
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(await reasonFor(withSignature(changed.toString('base64')))).toBe('signature_invalid');
    }
  });

  test.each([
    ['without padding', (value: string) => value.replace(/=+$/, '')],
    ['with a line end', (value: string) => `${value}\n`],
    [
      'with more bytes behind',
      (value: string) => Buffer.concat([Buffer.from(value, 'base64'), Buffer.of(0)]).toString('base64'),
    ],
    ['empty', () => ''],
    ['no base64', () => '!!!!'],
  ])('of the way the signature is written: %s', async (_how, rewrite) => {
    const value = rewrite(attestation.signature.value);
    if (value !== attestation.signature.value) expect(await reasonFor(withSignature(value))).toBe('signature_invalid');
  });
});

describe('what else is refused', () => {
  test('a PDF that is another one', async () => {
    const other = Buffer.concat([pdf, Buffer.from('\n')]);
    expect(await verifyAttestation(attestation, keySet, { pdf: other })).toMatchObject({
      valid: false,
      reason: 'artifact_mismatch',
    });
  });

  test('an original that is another one, by its bytes or its hash', async () => {
    const { originalSha256 } = attestation.subject;
    expect(await verifyAttestation(attestation, keySet, { pdf, original: originalSha256 })).toMatchObject({
      valid: true,
    });
    for (const original of ['0'.repeat(64), pdf]) {
      expect(await verifyAttestation(attestation, keySet, { pdf, original })).toMatchObject({
        valid: false,
        reason: 'original_mismatch',
      });
    }
  });

  test('a key of somebody else under the same id', async () => {
    const { x, y } = newKey().publicJwk;
    expect(await reasonFor(attestation, { keys: [{ ...key.publicJwk, x, y }] })).toBe('signature_invalid');
  });

  test.each([
    ['empty', { keys: [] }],
    ['nothing', null],
    ['a list', [key.publicJwk]],
    ['no point of the curve', { keys: [{ ...key.publicJwk, y: key.publicJwk.x }] }],
    ['of another kind', { keys: [{ ...key.publicJwk, kty: 'RSA' }] }],
  ])('a key set that is %s', async (_what, keys) => {
    expect(await reasonFor(attestation, keys)).toBe('unknown_key');
  });

  test.each([null, 'text', 7, [], {}, { ...attestation, findings: null }, { ...attestation, subject: [attestation] }])(
    'what is not an attestation: %#',
    async (document) => {
      expect(await reasonFor(document)).toBe('malformed');
    },
  );

  test('text that has no canonical form', async () => {
    expect(await reasonFor({ ...attestation, more: '\ud800' })).toBe('malformed');
  });

  test('an attestation that only inherits its members', async () => {
    expect(await reasonFor(Object.create(attestation))).toBe('malformed');
  });
});

test('the key set is where the issuer says', () => {
  expect(attestation.signature.publicKeyCertificate).toBe(`${PUBLIC_URL}/.well-known/attestation-keys.json`);
});
