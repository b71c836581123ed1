/**
 * Tests timestamps of attestations from an authority, which is OpenSSL here, and their verification without the
 * service.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Attestation } from '#domain/attestation.ts';
import { verifyTimestamp } from '#src/proof/timestamp/verify.ts';
import { verifyAttestation } from '#src/proof/verify/verify.ts';
import { timestampAuthority, TimestampUnavailable } from '#src/timestamps/authority.ts';
import { issuerWith, newKey } from '#test/support/builders/issuer.ts';
import { attestable, NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { recipeOf } from '#test/house/recipe.ts';
import { createSigner, signMessage } from '#test/support/builders/signer.ts';
import { ownFolder } from '#test/support/folder.ts';
import {
  type AuthorityOptions,
  hasOpenssl,
  startTimestampAuthority,
  type TimestampAuthorityServer,
} from '#test/support/timestamp-authority.ts';
import { requires } from '#test/support/requires.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/verify.md'), 'utf8');
const key = newKey();
const keySet = { keys: [key.publicJwk] };
const completed = {
  ...attestable(REPORT),
  normalized: NORMALIZED,
  processingTimeMs: 12,
  attestationId: '018f2b6e-0000-7000-8000-000000000001',
  issuedAt: new Date(),
};

describe('an attestation with a timestamp', requires('openssl', hasOpenssl), () => {
  let authority: TimestampAuthorityServer;
  let other: TimestampAuthorityServer;
  let attestation: Attestation;
  beforeAll(async () => {
    [authority, other] = await Promise.all([startTimestampAuthority(), startTimestampAuthority()]);
    ({ attestation } = await issuerWith(key, timestampAuthority([authority.url]).stamp)(completed));
  });
  afterAll(() => Promise.all([authority.close(), other.close()]));

  const withTimestamp = (timestamp: unknown) => ({
    ...attestation,
    signature: { ...attestation.signature, timestamp },
  });
  const verify = (document: unknown, authorities = [authority.root]) => verifyTimestamp(document, { authorities });

  test('says who states the time, for whoever trusts the root', async () => {
    const verdict = await verify(attestation);
    expect(verdict).toMatchObject({ valid: true, reason: null, authority: 'Test clock' });
    expect(Math.abs(Date.parse(verdict.time) - completed.issuedAt.getTime())).toBeLessThan(600_000);
  });

  test('is verified by its key as one without', async () => {
    expect(await verifyAttestation(attestation, keySet)).toMatchObject({ valid: true, reason: null });
    const changed = { ...attestation, issuedAt: '2020-01-01T00:00:00.000Z' };
    expect(await verifyAttestation(changed, keySet)).toMatchObject({ reason: 'signature_invalid' });
    expect(await verifyAttestation(withTimestamp(7), keySet)).toMatchObject({ reason: 'signature_invalid' });
  });

  test('is not believed by whoever trusts somebody else', async () => {
    expect(await verify(attestation, [other.root])).toMatchObject({ valid: false, reason: 'untrusted' });
    expect(await verify(attestation, [])).toMatchObject({ valid: false, reason: 'untrusted' });
  });

  test('is verified by openssl, as the documentation prints it', async () => {
    const folder = ownFolder(onTestFinished);
    writeFileSync(join(folder, 'attestation.jsonld'), JSON.stringify(attestation));
    writeFileSync(join(folder, 'authorities.pem'), authority.root);
    const recipe = ['-euc', recipeOf(PAGE, 'docs/verify.md', 'sh openssl-timestamp')];
    expect(spawnSync('sh', recipe, { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 });
    writeFileSync(join(folder, 'authorities.pem'), other.root);
    expect(spawnSync('sh', recipe, { cwd: folder, encoding: 'utf8' }).status).not.toBe(0);
  });

  test('is demanded by the command line, where it is told whom to believe', async () => {
    const folder = ownFolder(onTestFinished);
    const put = (name: string, content: string | object) => {
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    };
    const run = (document: string, authorities: string) => {
      const options = [
        '--attestation',
        document,
        '--jwks',
        'keys.json',
        '--timestamp-authorities',
        authorities,
        '--json',
      ];
      const { status, stdout } = spawnSync(
        process.execPath,
        [join(ROOT, 'fixpoint.mjs'), 'verify', 'out.pdf', ...options],
        {
          cwd: folder,
          encoding: 'utf8',
        },
      );
      const { valid, timestamp } = JSON.parse(stdout);
      return { status, valid, reason: timestamp.reason };
    };
    const pdf = '%PDF-1.7 a normalized document';
    const normalized = { ...NORMALIZED, sha256: createHash('sha256').update(pdf).digest('hex') };
    const facts = { ...completed, ...attestable({ ...REPORT, normalized }), normalized };
    const stamped = await issuerWith(key, timestampAuthority([authority.url]).stamp)(facts);
    put('out.pdf', pdf);
    put('keys.json', keySet);
    put('with.jsonld', stamped.attestation);
    put('without.jsonld', (await issuerWith(key)(facts)).attestation);
    put('ours.pem', authority.root);
    put('theirs.pem', other.root);
    expect(run('with.jsonld', 'ours.pem')).toEqual({ status: 0, valid: true, reason: null });
    expect(run('with.jsonld', 'theirs.pem')).toEqual({ status: 11, valid: true, reason: 'untrusted' });
    expect(run('without.jsonld', 'ours.pem')).toEqual({ status: 11, valid: true, reason: 'absent' });
  });

  test('is not believed when somebody stamps whom the root certified for something else', async () => {
    const stranger = await startTimestampAuthority({ isByStranger: true });
    try {
      const proof = await issuerWith(key, timestampAuthority([stranger.url]).stamp)(completed);
      expect(await verify(proof.attestation, [stranger.root])).toMatchObject({ valid: false, reason: 'untrusted' });
    } finally {
      await stranger.close();
    }
  });

  test('is about no other signature', async () => {
    const proof = await issuerWith(key)(completed);
    const moved = {
      ...proof.attestation,
      signature: { ...proof.attestation.signature, timestamp: attestation.signature.timestamp },
    };
    expect(await verify(moved)).toMatchObject({ valid: false, reason: 'mismatch' });
  });

  test('does not hold when any byte of the token was changed', async () => {
    const token = Buffer.from(attestation.signature.timestamp ?? '', 'base64');
    const { time } = await verify(attestation);
    const wrong: number[] = [];
    for (let at = 0; at < token.length; at += 97) {
      const forged = Buffer.from(token);
      forged[at] = (forged[at] ?? 0) ^ 1;
      const verdict = await verify(withTimestamp(forged.toString('base64')));
      // The root in the token is not covered by its signature, because a verifier already has it.
      if (verdict.valid && verdict.time !== time) wrong.push(at);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['none', undefined, 'absent'],
    ['no text', 7, 'malformed'],
    ['no Base64', 'a token', 'malformed'],
    ['no token', Buffer.from('a token').toString('base64'), 'malformed'],
  ])('one whose token is %s', async (_what, timestamp, reason) => {
    expect(await verify(withTimestamp(timestamp))).toEqual({
      valid: false,
      state: reason === 'absent' ? 'not_checked' : 'fail',
      time: '',
      authority: '',
      reason,
    });
  });

  test.each([null, 'text', [], { signature: null }, { signature: { timestamp: 'AAAA' } }])(
    'and anything at all gets a verdict: %j',
    async (document) => {
      expect(await verify(document)).toMatchObject({ valid: false });
    },
  );

  test('whom to trust is a certificate', async () => {
    await expect(verify(attestation, ['no certificate'])).rejects.toThrow(TypeError);
    await expect(verifyTimestamp(attestation, { authorities: [Buffer.from('x')] })).rejects.toThrow(TypeError);
  });
});

describe('an authority that is asked', requires('openssl', hasOpenssl), () => {
  const servers: TimestampAuthorityServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  async function started(options: AuthorityOptions = {}): Promise<TimestampAuthorityServer> {
    const server = await startTimestampAuthority(options);
    servers.push(server);
    return server;
  }

  const signature = Buffer.from('a signature');

  test.each<[string, NonNullable<AuthorityOptions['answer']>, RegExp]>([
    ['is out of order', async () => 503, /answered 503/],
    ['answers no token', async () => Buffer.from('<html>'), /no timestamp response/],
    ['refuses', async () => Buffer.from('30053003020102', 'hex'), /refused with status 2/],
    ['answers without end', async () => Buffer.alloc(100_000, 0x30), /longer than any token/],
    [
      'is no timestamp authority',
      async () =>
        response(
          signMessage(createSigner(), signature, { content: signature, contentType: '1.2.840.113549.1.9.16.1.4' }),
        ),
      /not signed by an authority/,
    ],
  ])('gives nothing when it %s', async (_what, answer, reason) => {
    const server = await started({ answer });
    const asked = timestampAuthority([server.url], 10_000).stamp(signature);
    await expect(asked).rejects.toThrow(reason);
    await expect(asked).rejects.toThrow(TimestampUnavailable);
  });

  test('gives nothing when it repeats what it said to somebody else', async () => {
    let first: Buffer | null = null;
    const server = await started({ answer: async (_query, token) => (first ??= await token()) });
    const { stamp } = timestampAuthority([server.url], 10_000);
    await stamp(Buffer.from('another signature'));
    await expect(stamp(signature)).rejects.toThrow(/of something else/);
  });

  test('is left for the next one, which is then asked first', async () => {
    const [broken, good] = [await started({ answer: async () => 500 }), await started()];
    const { stamp } = timestampAuthority([broken.url, good.url], 10_000);
    await stamp(signature);
    await stamp(Buffer.from(createHash('sha256').update('another').digest()));
    expect([broken.queries(), good.queries()]).toEqual([1, 2]);
  });

  test('is waited for no longer than its time', async () => {
    const silent = await started({ answer: () => new Promise(() => undefined) });
    await expect(timestampAuthority([silent.url], 50).stamp(signature)).rejects.toThrow(/timeout/i);
  });

  function response(token: Buffer): Buffer {
    const status = Buffer.from('3003020100', 'hex');
    const body = Buffer.concat([status, token]);
    return Buffer.concat([Buffer.from([0x30, 0x82, body.length >> 8, body.length & 0xff]), body]);
  }
});
